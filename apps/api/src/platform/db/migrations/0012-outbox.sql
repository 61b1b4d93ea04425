-- Mail waits here from the moment of what causes it, in the same transaction, until it has gone out.

create table mail (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references app_user (id) on delete set null,
  to_address text not null check (length(to_address) <= 320),
  kind text not null check (length(kind) <= 60),
  subject text not null check (length(subject) <= 400),
  -- Both hold {link} where the link belongs, so that it can be forgotten once it is sent.
  body_text text not null,
  body_html text not null,
  link text,
  status text not null default 'waiting' check (status in ('waiting', 'sent', 'failed', 'discarded')),
  attempts int not null default 0,
  next_try_at timestamptz not null default present_moment(),
  -- When what it offers has expired there is no point in sending it.
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
