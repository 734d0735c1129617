"""What the host decides, from the environment and the file .env; .env.example documents every setting."""

import ipaddress
import re
from typing import Literal

from pydantic import Field, SecretStr, ValidationError, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict
from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError

DATABASE = "sqlite:///data/tumbledown.sqlite3"


class Settings(BaseSettings):
    """The settings, checked. An empty value means the default."""

    model_config = SettingsConfigDict(
        env_file=".env", env_ignore_empty=True, extra="ignore", hide_input_in_errors=True, case_sensitive=False
    )

    discord_token: SecretStr | None = None
    telegram_token: SecretStr | None = None
    database_url: SecretStr = SecretStr(DATABASE)
    web_host: str = "127.0.0.1"
    web_port: int = Field(default=8000, ge=0, le=65535)
    web_table: bool = True
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"
    source_url: str = ""

    @field_validator("discord_token")
    @classmethod
    def _discord(cls, token: SecretStr | None) -> SecretStr | None:
        if token is not None and not re.fullmatch(r"[\w-]{10,}\.[\w-]+\.[\w-]{10,}", token.get_secret_value()):
            raise ValueError("is not a bot token: it has three parts with dots between")
        return token

    @field_validator("telegram_token")
    @classmethod
    def _telegram(cls, token: SecretStr | None) -> SecretStr | None:
        if token is not None and not re.fullmatch(r"\d+:[\w-]{20,}", token.get_secret_value()):
            raise ValueError("is not a bot token: it is a number, a colon and about 35 letters")
        return token

    @field_validator("web_host")
    @classmethod
    def _loopback(cls, host: str) -> str:
        """The web table trusts who can reach it, so it is not for the open network."""
        if host != "localhost" and not _is_loopback(host):
            raise ValueError("must be a loopback address such as 127.0.0.1")
        return host

    @field_validator("database_url")
    @classmethod
    def _database(cls, url: SecretStr) -> SecretStr:
        try:
            backend = make_url(url.get_secret_value()).get_backend_name()
        except (ArgumentError, ValueError):
            # What is said of a wrong port may be a part of the password.
            raise ValueError("must look like sqlite:///data/tumbledown.sqlite3 or postgresql+psycopg://…") from None
        if backend not in ("sqlite", "postgresql"):
            raise ValueError("must begin with sqlite:/// or postgresql+psycopg://")
        return url


class BadSetting(Exception):
    """A setting that cannot be used, in one sentence without its value."""


def read() -> Settings:
    """Reads the settings.

    :raises BadSetting: if one is wrong.
    """
    try:
        return Settings()
    except ValidationError as error:
        first = error.errors(include_input=False, include_context=False, include_url=False)[0]
        name = "_".join(str(part) for part in first["loc"]).upper()
        raise BadSetting(f"{name}: {first['msg'].removeprefix('Value error, ')}. See .env.example.") from None


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
