FROM python:3.11-slim
WORKDIR /app
COPY requirements-postgres.lock ./
RUN pip install --no-cache-dir --require-hashes -r requirements-postgres.lock
COPY games games
COPY renderer renderer
COPY storage storage
COPY bot bot
RUN useradd --create-home bot && mkdir data && chown bot data
USER bot
VOLUME /app/data
CMD ["python", "-m", "bot"]
