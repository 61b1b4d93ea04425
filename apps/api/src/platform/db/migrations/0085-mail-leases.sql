-- A mail that a server is sending is leased: no other server, and no administrator, may send it at the same time. The
-- server renews the lease, so that the mail of a server that died is sent by another one.
alter table mail add column taken_until timestamptz;

-- The user who caused the mail and is notified if it cannot be delivered. Null: the recipient is notified.
alter table mail add column sender_id uuid references app_user (id) on delete set null;
