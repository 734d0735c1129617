"""Where the bot may write: chats it has lost or never had, topics that are closed, rights it was not given."""

from __future__ import annotations

from .chats import GENERAL_TOPIC, Chat, Message, Right
from .wire import Json, bad_request, forbidden
from .world import World


def find_chat(world: World, params: Json, *, edits: bool = False) -> Chat:
    """The chat of a call, refused when the bot cannot use it."""
    chat = chat_by_id(world, params["chat_id"])
    if chat.kind == "private":
        _check_private(world, chat)
    elif chat.migrated_to is not None and not edits:
        # What was posted before the upgrade can still be edited, and only under the old id.
        raise bad_request("group chat was upgraded to a supergroup chat", migrate_to_chat_id=chat.migrated_to)
    elif chat.bot_status == "kicked":
        raise forbidden(f"bot was kicked from the {chat.kind} chat")
    elif not chat.has_bot:
        raise forbidden(f"bot is not a member of the {chat.kind} chat")
    return chat


def chat_by_id(world: World, chat_id: int | str) -> Chat:
    """The chat of this id or public name, whether the bot may use it or not."""
    if isinstance(chat_id, int):
        chat = world.chats.get(chat_id)
    else:
        names = {f"@{chat.username}".lower(): chat for chat in world.chats.values() if chat.kind != "private"}
        chat = names.get(chat_id.lower())
    if chat is None:
        raise bad_request("chat not found")
    return chat


def _check_private(world: World, chat: Chat) -> None:
    user = world.users[chat.id]
    if chat.bot_status == "kicked":
        raise forbidden("bot was blocked by the user")
    if chat.is_started:
        return
    if world.knows(user.id) is None:
        raise bad_request("chat not found")
    raise forbidden("bot can't send messages to bots" if user.is_bot else "bot can't initiate conversation with a user")


def place(world: World, params: Json, right: Right) -> tuple[Chat, int | None, Message | None]:
    """Where a new message goes: the chat, the topic, and the message it answers."""
    chat = find_chat(world, params)
    reply_to = _answered_message(chat, params.get("reply_parameters"))
    topic = params.get("message_thread_id")
    if topic is not None and topic not in chat.topics.keys() - {GENERAL_TOPIC}:
        raise bad_request("message thread not found")
    if topic is None and reply_to is not None:
        topic = reply_to.topic
    if chat.kind != "private" and chat.bot_status != "administrator":
        where = chat.topics.get(topic or GENERAL_TOPIC)
        if where is not None and where.is_closed:
            raise bad_request("TOPIC_CLOSED")
        if right not in chat.rights:
            raise bad_request(f"not enough rights to send {right} to the chat")
    world.check_flood(chat)
    return chat, topic, reply_to


def _answered_message(chat: Chat, reply: Json | None) -> Message | None:
    if reply is None:
        return None
    message = chat.messages.get(reply["message_id"])
    if message is None and not reply.get("allow_sending_without_reply"):
        raise bad_request("message to be replied not found")
    return message
