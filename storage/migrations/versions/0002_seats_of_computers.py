"""Seats of computers, friendly matches and series"""

import sqlalchemy as sa
from alembic import op

revision = '0002'
down_revision = '0001'
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column('seat', sa.Column('level', sa.String(length=16), nullable=True))
    # Rows that are there already need a value; new ones get theirs from the models.
    op.add_column('match', sa.Column('friendly', sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column('match', sa.Column('series', sa.BigInteger(), nullable=True))
    op.add_column('match', sa.Column('round', sa.Integer(), nullable=False, server_default='0'))
    op.create_index(op.f('ix_match_series'), 'match', ['series'], unique=False)


def downgrade() -> None:
    op.drop_index(op.f('ix_match_series'), table_name='match')
    op.drop_column('match', 'round')
    op.drop_column('match', 'series')
    op.drop_column('match', 'friendly')
    op.drop_column('seat', 'level')
