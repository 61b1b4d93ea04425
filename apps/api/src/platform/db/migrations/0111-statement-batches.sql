-- Imports of several families that were started together.
alter table import add column batch_id uuid;
create unique index import_batch on import (user_id, batch_id, family_id) where batch_id is not null;
