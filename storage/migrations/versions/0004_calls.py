"""Calls, and offers that name who has agreed"""

import sqlalchemy as sa
from alembic import op

revision = '0004'
down_revision = '0003'
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column('match', sa.Column('calls', sa.String(length=64), nullable=True))
    # What was written before: "draw:0:17" and "refused:0:17".
    op.execute("UPDATE match SET offer = offer || ':' WHERE offer LIKE 'draw:%'")
    op.execute("UPDATE match SET offer = 'no-draw' || substr(offer, 8) || ':' WHERE offer LIKE 'refused:%'")


def downgrade() -> None:
    op.execute("UPDATE match SET offer = NULL")
    op.drop_column('match', 'calls')
