"""Offers of a draw"""

import sqlalchemy as sa
from alembic import op

revision = '0003'
down_revision = '0002'
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column('match', sa.Column('offer', sa.String(length=32), nullable=True))


def downgrade() -> None:
    op.drop_column('match', 'offer')
