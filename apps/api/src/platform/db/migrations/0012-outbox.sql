-- The outbox. A mail is added in the transaction that causes it and waits until it is sent.

create table mail (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references app_user (id) on delete set null,
  to_address text not null check (length(to_address) <= 320),
  kind text not null check (length(kind) <= 60),
  subject text not null check (length(subject) <= 400),
  -- Both have a placeholder {link}, so that the link can be deleted after sending.
  body_text text not null,
  body_html text not null,
  link text,
  status text not null default 'waiting' check (status in ('waiting', 'sent', 'failed', 'discarded')),
  attempts int not null default 0,
  next_try_at timestamptz not null default present_moment(),
  -- After this moment the link has expired and the mail is discarded.
  useless_after timestamptz,
  last_error text check (length(last_error) <= 400),
  created_at timestamptz not null default present_moment(),
  sent_at timestamptz
);
create index mail_due on mail (next_try_at) where status = 'waiting';
create index mail_newest on mail (created_at desc, id);

alter table mail enable row level security;
alter table mail force row level security;
create policy system_scope on mail
  using ((select scope_is_system())) with check ((select scope_is_system()));
create policy admin_all on mail
  using ((select scope_role()) = 'admin') with check ((select scope_role()) = 'admin');
grant select, insert, update on mail to plumbline_app;
