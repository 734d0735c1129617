"""Drafts of long moves, and plans for the next turn"""

import sqlalchemy as sa
from alembic import op

revision = '0005'
down_revision = '0004'
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column('seat', sa.Column('draft', sa.Text(), nullable=True))
    op.add_column('seat', sa.Column('plan', sa.Text(), nullable=True))


def downgrade() -> None:
    op.drop_column('seat', 'plan')
    op.drop_column('seat', 'draft')
