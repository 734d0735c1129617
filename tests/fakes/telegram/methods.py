"""What each method of the Bot API does to the world, and when it refuses.

A payload is judged before the state of the world is looked at, so that a fault of the bot is found even in a call
which would have been refused anyway.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeAlias

from telegram.constants import (
    BotDescriptionLimit,
    CallbackQueryLimit,
    ChatAction,
    FileSizeLimit,
    MessageLimit,
    ReactionEmoji,
)

from . import rules
from .access import chat_by_id, find_chat, place
from .chats import Message, Right, StoredFile, User
from .markup import read_text, utf16_length
from .wire import Files, Json, PayloadFault, bad_request
from .world import QUERY_LIFETIME, Answer, World, scope_key

Method: TypeAlias = Callable[[World, Json, Files], object]
METHODS: dict[str, Method] = {}
DELETABLE_FOR = 48 * 3600
"""The seconds during which a bot may delete its messages."""


def method(name: str) -> Callable[[Method], Method]:
    """Registers the function that carries out a method."""

    def register(function: Method) -> Method:
        METHODS[name] = function
        return function

    return register


# Reading the payload.


def read_body(world: World, params: Json, key: str) -> tuple[str, list[Json]]:
    """The ``text`` or ``caption`` of a payload and its entities."""
    explicit = params.get("entities" if key == "text" else "caption_entities")
    text, entities = read_text(params.get(key) or "", params.get("parse_mode"), explicit, world.find_user)
    if key == "text":
        rules.check_length(utf16_length(text), MessageLimit.MAX_TEXT_LENGTH, "message is too long")
        if not text:
            raise PayloadFault("message text is empty")
    else:
        rules.check_length(utf16_length(text), MessageLimit.CAPTION_LENGTH, "message caption is too long")
    return text, entities


def read_photo(world: World, source: str, files: Files) -> list[StoredFile]:
    """The sizes of a photo: newly uploaded, or one that Telegram has already."""
    upload = files.get(source.removeprefix("attach://"))
    if upload is not None:
        return world.new_photo(upload.name, upload.data, *rules.photo_size(upload.data))
    file = stored_file(world, source)
    if file.kind != "photo":
        raise PayloadFault("can't use file of type Document as Photo")
    return [size for size in world.files.values() if size.kind == "photo" and size.id[:-1] == file.id[:-1]]


def stored_file(world: World, file_id: str) -> StoredFile:
    """The file of this id."""
    if file_id not in world.files:
        # An address would have to be fetched from the internet, which does not exist here.
        raise PayloadFault("wrong file identifier/HTTP URL specified")
    return world.files[file_id]


# Messages.


@method("sendMessage")
def _send_message(world: World, params: Json, files: Files) -> Json:
    keyboard = rules.checked_keyboard(params.get("reply_markup"))
    text, entities = read_body(world, params, "text")
    return _post(world, params, "text messages", text=text, entities=entities, keyboard=keyboard)


@method("sendPhoto")
def _send_photo(world: World, params: Json, files: Files) -> Json:
    keyboard = rules.checked_keyboard(params.get("reply_markup"))
    caption, entities = read_body(world, params, "caption")
    photo = read_photo(world, params.get("photo", "photo"), files)
    return _post(world, params, "photos", photo=photo, caption=caption or None, entities=entities, keyboard=keyboard)


@method("sendDocument")
def _send_document(world: World, params: Json, files: Files) -> Json:
    keyboard = rules.checked_keyboard(params.get("reply_markup"))
    caption, entities = read_body(world, params, "caption")
    source = params.get("document", "document")
    upload = files.get(source.removeprefix("attach://"))
    document = world.new_document(upload.name, upload.data) if upload else stored_file(world, source)
    return _post(
        world, params, "documents", document=document, caption=caption or None, entities=entities, keyboard=keyboard
    )


@method("sendAnimation")
def _send_animation(world: World, params: Json, files: Files) -> Json:
    keyboard = rules.checked_keyboard(params.get("reply_markup"))
    caption, entities = read_body(world, params, "caption")
    source = params.get("animation", "animation")
    upload = files.get(source.removeprefix("attach://"))
    if upload is None:
        animation = stored_file(world, source)
    else:
        animation = world.new_animation(upload.name, upload.data, *rules.animation_size(upload.data))
    return _post(
        world, params, "animations", animation=animation, caption=caption or None, entities=entities, keyboard=keyboard
    )


def _post(world: World, params: Json, right: Right, **content: object) -> Json:
    chat, topic, reply_to = place(world, params, right)
    silent = bool(params.get("disable_notification"))
    return world.post(chat, world.me, topic=topic, reply_to=reply_to, silent=silent, **content).json()


@method("editMessageText")
def _edit_text(world: World, params: Json, files: Files) -> Json:
    text, entities = read_body(world, params, "text")
    keyboard, message = _edited_message(world, params)
    if message.text is None:
        raise bad_request("there is no text in the message to edit")
    return _edit(world, message, text=text, entities=entities, keyboard=keyboard)


@method("editMessageCaption")
def _edit_caption(world: World, params: Json, files: Files) -> Json:
    caption, entities = read_body(world, params, "caption")
    keyboard, message = _edited_message(world, params)
    if message.text is not None:
        raise bad_request("there is no caption in the message to edit")
    return _edit(world, message, caption=caption or None, entities=entities, keyboard=keyboard)


@method("editMessageReplyMarkup")
def _edit_keyboard(world: World, params: Json, files: Files) -> Json:
    keyboard, message = _edited_message(world, params)
    return _edit(world, message, keyboard=keyboard)


@method("editMessageMedia")
def _edit_media(world: World, params: Json, files: Files) -> Json:
    media = params["media"]
    if media.get("type") != "photo":
        raise PayloadFault(f"this server edits photos, not {media.get('type')!r}")
    caption, entities = read_body(world, media, "caption")
    photo = read_photo(world, media.get("media", ""), files)
    keyboard, message = _edited_message(world, params)
    return _edit(
        world,
        message,
        text=None,
        document=None,
        photo=photo,
        caption=caption or None,
        entities=entities,
        keyboard=keyboard,
    )


def _edited_message(world: World, params: Json) -> tuple[Json | None, Message]:
    """The new keyboard and the message to put it under. An edit without a keyboard takes the old one away."""
    keyboard = rules.checked_keyboard(params.get("reply_markup"))
    if "inline_message_id" in params:
        raise PayloadFault("MESSAGE_ID_INVALID: this server has no inline mode")
    if "chat_id" not in params or "message_id" not in params:
        raise PayloadFault("message identifier is not specified")
    chat = find_chat(world, params, edits=True)
    message = chat.messages.get(params["message_id"])
    if message is None:
        raise bad_request("message to edit not found")
    if message.sender is not world.me or message.service:
        raise bad_request("message can't be edited")
    return keyboard, message


def _edit(world: World, message: Message, **changes: object) -> Json:
    world.check_flood(message.chat)
    if all(getattr(message, name) == value for name, value in changes.items()):
        raise bad_request(
            "message is not modified: specified new message content and reply markup are exactly the same as a "
            "current content and reply markup of the message"
        )
    for name, value in changes.items():
        setattr(message, name, value)
    message.edited = int(world.now())
    return message.json()


@method("deleteMessage")
def _delete_message(world: World, params: Json, files: Files) -> bool:
    chat = find_chat(world, params)
    message = chat.messages.get(params["message_id"])
    if message is None:
        raise bad_request("message to delete not found")
    if chat.bot_status != "administrator":
        if chat.kind != "private" and message.sender is not world.me:
            raise bad_request("message can't be deleted")
        if world.now() - message.date > DELETABLE_FOR:
            raise bad_request("message can't be deleted for everyone")
    del chat.messages[message.id]
    return True


@method("setMessageReaction")
def _set_reaction(world: World, params: Json, files: Files) -> bool:
    reaction = params.get("reaction", [])
    if len(reaction) > 1:
        raise PayloadFault("REACTIONS_TOO_MANY")
    if any(one.get("type") != "emoji" or one.get("emoji") not in set(ReactionEmoji) for one in reaction):
        raise PayloadFault("REACTION_INVALID")
    message = find_chat(world, params).messages.get(params["message_id"])
    if message is None:
        raise bad_request("message to react not found")
    message.reactions[world.me.id] = reaction
    return True


@method("sendChatAction")
def _send_chat_action(world: World, params: Json, files: Files) -> bool:
    if params["action"] not in set(ChatAction):
        raise PayloadFault("wrong parameter action in request")
    world.chat_actions.append((find_chat(world, params).id, params["action"]))
    return True


@method("answerCallbackQuery")
def _answer(world: World, params: Json, files: Files) -> bool:
    query, text, url = params["callback_query_id"], params.get("text"), params.get("url")
    limit = CallbackQueryLimit.ANSWER_CALLBACK_QUERY_TEXT_LENGTH
    rules.check_length(utf16_length(text or ""), limit, "MESSAGE_TOO_LONG")
    if url is not None and not re.fullmatch(
        rf"https://t\.me/{world.me.username}\?start(?:group)?=[A-Za-z0-9_-]{{1,64}}", url
    ):
        raise PayloadFault("URL_INVALID")
    asked = world.queries.get(query)
    if asked is None or query in world.answers or world.now() - asked > QUERY_LIFETIME:
        raise bad_request("query is too old and response timeout expired or query ID is invalid")
    world.answers[query] = Answer(text or None, bool(params.get("show_alert")), url)
    return True


# Files.


@method("getFile")
def _get_file(world: World, params: Json, files: Files) -> Json:
    file = world.files.get(params["file_id"])
    if file is None:
        raise PayloadFault("invalid file_id")
    if len(file.data) > FileSizeLimit.FILESIZE_DOWNLOAD:
        raise bad_request("file is too big")
    about = {"file_id": file.id, "file_unique_id": file.unique_id, "file_size": len(file.data)}
    return about | {"file_path": f"{file.kind}s/{file.id}"}


# The bot itself and its menus.


@method("getMe")
def _get_me(world: World, params: Json, files: Files) -> Json:
    return world.me.json() | {
        "can_join_groups": True,
        "can_read_all_group_messages": world.sees_all_messages,
        "supports_inline_queries": False,
    }


@method("deleteWebhook")
def _delete_webhook(world: World, params: Json, files: Files) -> bool:
    if params.get("drop_pending_updates"):
        world.pending.clear()
    return True


@method("setMyCommands")
def _set_commands(world: World, params: Json, files: Files) -> bool:
    rules.check_commands(params["commands"])
    world.menus[_menu_of(world, params)] = params["commands"]
    return True


@method("deleteMyCommands")
def _delete_commands(world: World, params: Json, files: Files) -> bool:
    world.menus.pop(_menu_of(world, params), None)
    return True


@method("getMyCommands")
def _get_commands(world: World, params: Json, files: Files) -> list[Json]:
    return world.menus.get(_menu_of(world, params), [])


def _menu_of(world: World, params: Json) -> tuple[str, str]:
    scope, language = params.get("scope"), params.get("language_code", "")
    rules.check_language(language)
    if scope and "chat_id" in scope:
        find_chat(world, scope)
    return scope_key(scope), language


@method("setMyDescription")
def _set_description(world: World, params: Json, files: Files) -> bool:
    return _describe(world, params, "description", BotDescriptionLimit.MAX_DESCRIPTION_LENGTH)


@method("setMyShortDescription")
def _set_short_description(world: World, params: Json, files: Files) -> bool:
    return _describe(world, params, "short_description", BotDescriptionLimit.MAX_SHORT_DESCRIPTION_LENGTH)


def _describe(world: World, params: Json, key: str, limit: int) -> bool:
    text, language = params.get(key, ""), params.get("language_code", "")
    rules.check_language(language)
    rules.check_length(utf16_length(text), limit, f"{key.replace('_', ' ')} is too long")
    world.descriptions[key, language] = text
    return True


# Asking about chats.


@method("getChat")
def _get_chat(world: World, params: Json, files: Files) -> Json:
    chat = chat_by_id(world, params["chat_id"])
    if chat.kind == "private" and world.knows(chat.id) is None:
        raise bad_request("chat not found")
    if chat.kind != "private":
        chat = find_chat(world, params, edits=True)
    gifts = dict.fromkeys(
        ("unlimited_gifts", "limited_gifts", "unique_gifts", "premium_subscription", "gifts_from_channels"), True
    )
    return chat.json() | {"accent_color_id": 0, "max_reaction_count": 11, "accepted_gift_types": gifts}


@method("getChatMember")
def _get_chat_member(world: World, params: Json, files: Files) -> Json:
    chat = find_chat(world, params, edits=True)
    user = world.knows(params["user_id"]) or (world.me if params["user_id"] == world.me.id else None)
    if user is None:
        raise bad_request("user not found")
    return member_json(user, chat.bot_status if user is world.me else chat.status_of(user))


def member_json(user: User, status: str) -> Json:
    """A ``ChatMember`` object."""
    member: Json = {"user": user.json(), "status": status}
    if status == "creator":
        member["is_anonymous"] = False
    elif status == "administrator":
        able = (
            "manage_chat delete_messages manage_video_chats restrict_members promote_members change_info invite_users"
        )
        stories = "post_stories edit_stories delete_stories"
        member |= {f"can_{what}": True for what in f"{able} {stories}".split()}
        member |= {"can_be_edited": False, "is_anonymous": False}
    elif status == "kicked":
        member["until_date"] = 0
    return member
