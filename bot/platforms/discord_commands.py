"""Discord's slash commands: their names and options, and which call on the desk each is."""

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot import answers
from bot.autocomplete import Suggestion
from bot.lobby import Wish, usual_level
from bot.ports import Answer
from bot.words import words_for
from bot.words.commands import CHALLENGE, COMMANDS, EVERYWHERE, HERE, OPTIONS, PERMISSIONS, PICTURE, TEXT
from bot.words.spoken import SPOKEN
from games import GAMES

if TYPE_CHECKING:
    from bot.platforms.discord_bot import Client

ONLY_GAME = next(iter(GAMES))
ENGLISH = words_for("en")
GAME_CHOICES = [Choice(name=ENGLISH.text(SPOKEN[slug].NAME), value=slug) for slug in GAMES]


def add(client: "Client", tree: app_commands.CommandTree[Any]) -> None:
    """Adds all commands to the tree."""
    from bot.platforms.discord_bot import chat_of, user_of

    desk, autocomplete = client.desk, client.autocomplete

    async def play(
        interaction: discord.Interaction,
        game: str | None = None,
        opponent: discord.User | None = None,
        preset: str | None = None,
        code: str | None = None,
    ) -> None:
        user, chat = user_of(interaction.user, interaction), chat_of(interaction)
        wish = None
        if game or opponent or preset:
            slug = game or ONLY_GAME
            known = preset if preset in GAMES[slug].presets else None
            if opponent is not None and client.user is not None and opponent.id == client.user.id:
                wish = Wish(slug, known, level=usual_level(slug))
            else:
                wish = Wish(slug, known, user_of(opponent, None) if opponent else None)
        await client.command(interaction, allowed(interaction) or desk.play(user, chat, wish, code=code))

    @tree.command(name="play", description=COMMANDS["play"])
    @app_commands.describe(
        game=OPTIONS["game"], opponent=OPTIONS["with"], preset=OPTIONS["preset"], code=OPTIONS["code"]
    )
    @app_commands.rename(opponent="with")
    @app_commands.choices(game=GAME_CHOICES)
    async def play_command(
        interaction: discord.Interaction,
        game: str | None = None,
        opponent: discord.User | None = None,
        preset: str | None = None,
        code: str | None = None,
    ) -> None:
        await play(interaction, game, opponent, preset, code)

    @tree.command(name="challenge", description=COMMANDS["challenge"])
    @app_commands.describe(opponent=OPTIONS["with"], game=OPTIONS["game"], preset=OPTIONS["preset"])
    @app_commands.rename(opponent="with")
    @app_commands.choices(game=GAME_CHOICES)
    async def challenge_command(
        interaction: discord.Interaction,
        opponent: discord.User,
        game: str | None = None,
        preset: str | None = None,
    ) -> None:
        await play(interaction, game, opponent, preset)

    @play_command.autocomplete("preset")
    @challenge_command.autocomplete("preset")
    async def presets(interaction: discord.Interaction, typed: str) -> list[Choice[str]]:
        game = getattr(interaction.namespace, "game", None) or ONLY_GAME
        return _choices(autocomplete.presets(user_of(interaction.user, interaction), game, typed))

    @tree.context_menu(name=CHALLENGE)
    async def challenge_menu(interaction: discord.Interaction, member: discord.User) -> None:
        user, chat = user_of(interaction.user, interaction), chat_of(interaction)
        wish = Wish(ONLY_GAME, opponent=user_of(member, None))
        await client.command(interaction, allowed(interaction) or desk.play(user, chat, wish, ask=True))

    @tree.command(name="move", description=COMMANDS["move"])
    @app_commands.describe(move=OPTIONS["move"], game=OPTIONS["mine"])
    async def move_command(interaction: discord.Interaction, move: str, game: str | None = None) -> None:
        user, chat = user_of(interaction.user, interaction), chat_of(interaction)
        await client.command(interaction, desk.move(user, chat, move, game))

    @move_command.autocomplete("move")
    async def moves(interaction: discord.Interaction, typed: str) -> list[Choice[str]]:
        user, chat = user_of(interaction.user, interaction), chat_of(interaction)
        named = getattr(interaction.namespace, "game", None) or None
        return _choices(await autocomplete.moves(user, chat, typed, named))

    @tree.command(name="board", description=COMMANDS["board"])
    @app_commands.describe(game=OPTIONS["mine"], look=OPTIONS["as"])
    @app_commands.rename(look="as")
    @app_commands.choices(look=[Choice(name=PICTURE, value="picture"), Choice(name=TEXT, value="text")])
    async def board_command(interaction: discord.Interaction, game: str | None = None, look: str | None = None) -> None:
        user, chat = user_of(interaction.user, interaction), chat_of(interaction)
        as_text = None if look is None else look == "text"
        await client.command(interaction, allowed(interaction) or desk.board(user, chat, game, as_text=as_text))

    @tree.command(name="resign", description=COMMANDS["resign"])
    @app_commands.describe(game=OPTIONS["mine"])
    async def resign_command(interaction: discord.Interaction, game: str | None = None) -> None:
        user, chat = user_of(interaction.user, interaction), chat_of(interaction)
        await client.command(interaction, desk.resign(user, chat, game))

    @tree.command(name="draw", description=COMMANDS["draw"])
    @app_commands.describe(game=OPTIONS["mine"])
    async def draw_command(interaction: discord.Interaction, game: str | None = None) -> None:
        user, chat = user_of(interaction.user, interaction), chat_of(interaction)
        await client.command(interaction, desk.draw(user, chat, game))

    @tree.command(name="hand", description=COMMANDS["hand"])
    @app_commands.describe(game=OPTIONS["mine"])
    async def hand_command(interaction: discord.Interaction, game: str | None = None) -> None:
        user, chat = user_of(interaction.user, interaction), chat_of(interaction)
        await client.command(interaction, desk.hand(user, chat, game))

    @tree.command(name="table", description=COMMANDS["table"])
    @app_commands.describe(game=OPTIONS["mine"])
    async def table_command(interaction: discord.Interaction, game: str | None = None) -> None:
        user, chat = user_of(interaction.user, interaction), chat_of(interaction)
        await client.command(interaction, desk.table(user, chat, game))

    @tree.command(name="takeback", description=COMMANDS["takeback"])
    @app_commands.describe(game=OPTIONS["mine"])
    async def takeback_command(interaction: discord.Interaction, game: str | None = None) -> None:
        user, chat = user_of(interaction.user, interaction), chat_of(interaction)
        await client.command(interaction, desk.take_back(user, chat, game))

    @tree.command(name="hint", description=COMMANDS["hint"])
    @app_commands.describe(game=OPTIONS["mine"])
    async def hint_command(interaction: discord.Interaction, game: str | None = None) -> None:
        user, chat = user_of(interaction.user, interaction), chat_of(interaction)
        await client.command(interaction, desk.hint(user, chat, game))

    @draw_command.autocomplete("game")
    @hand_command.autocomplete("game")
    @table_command.autocomplete("game")
    @takeback_command.autocomplete("game")
    @hint_command.autocomplete("game")
    @move_command.autocomplete("game")
    @board_command.autocomplete("game")
    @resign_command.autocomplete("game")
    async def my_games(interaction: discord.Interaction, typed: str) -> list[Choice[str]]:
        return _choices(await autocomplete.games(user_of(interaction.user, interaction), typed))

    @tree.command(name="games", description=COMMANDS["games"])
    async def games_command(interaction: discord.Interaction) -> None:
        await client.command(interaction, desk.games(user_of(interaction.user, interaction)))

    @tree.command(name="leaderboard", description=COMMANDS["leaderboard"])
    @app_commands.describe(game=OPTIONS["game"], where=OPTIONS["where"])
    @app_commands.choices(
        game=GAME_CHOICES, where=[Choice(name=HERE, value="here"), Choice(name=EVERYWHERE, value="everywhere")]
    )
    async def leaderboard_command(
        interaction: discord.Interaction, game: str | None = None, where: str = "here"
    ) -> None:
        user, chat = user_of(interaction.user, interaction), chat_of(interaction)
        await client.command(interaction, desk.leaderboard(user, chat, game or ONLY_GAME, where == "everywhere"))

    @tree.command(name="rules", description=COMMANDS["rules"])
    @app_commands.describe(game=OPTIONS["game"], topic=OPTIONS["topic"])
    @app_commands.choices(game=GAME_CHOICES)
    async def rules_command(
        interaction: discord.Interaction, game: str | None = None, topic: str | None = None
    ) -> None:
        user = user_of(interaction.user, interaction)
        await client.command(interaction, _said(desk.rules(user, game or ONLY_GAME, topic)))

    @rules_command.autocomplete("topic")
    async def topics(interaction: discord.Interaction, typed: str) -> list[Choice[str]]:
        game = getattr(interaction.namespace, "game", None) or ONLY_GAME
        return _choices(autocomplete.topics(user_of(interaction.user, interaction), game, typed))

    @tree.command(name="help", description=COMMANDS["help"])
    async def help_command(interaction: discord.Interaction) -> None:
        await client.command(interaction, _said(desk.help(user_of(interaction.user, interaction))))

    @tree.command(name="about", description=COMMANDS["about"])
    async def about_command(interaction: discord.Interaction) -> None:
        await client.command(interaction, _said(desk.about(user_of(interaction.user, interaction))))

    for command in tree.get_commands():
        command.allowed_contexts = app_commands.AppCommandContext(guild=True, dm_channel=True)
        command.allowed_installs = app_commands.AppInstallationType(guild=True)


def allowed(interaction: discord.Interaction) -> Any:
    """An answer that names the permissions without which nothing can be posted here; None if all are there."""
    if interaction.guild_id is None:
        return None
    in_thread = isinstance(interaction.channel, discord.Thread)
    needed = ("view_channel", "send_messages_in_threads" if in_thread else "send_messages")
    missing = [name for name in needed if not getattr(interaction.app_permissions, name)]
    if not missing:
        return None
    if not interaction.app_permissions.attach_files:
        missing.append("attach_files")
    words = words_for(interaction.locale.value)
    return _said(Answer(answers.may_not_write([words.text(PERMISSIONS[name]) for name in missing], words)))


async def _said(answer: Answer) -> Answer:
    return answer


def _choices(suggestions: list[Suggestion]) -> list[Choice[str]]:
    return [Choice(name=one.label, value=one.value) for one in suggestions]
