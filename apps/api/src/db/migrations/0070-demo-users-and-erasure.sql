-- Users of the demo world are marked, so that an installation that leaves demo mode can disable exactly them.
alter table app_user
  add column is_demo boolean not null default false,
  -- When the installation left demo mode; null for everyone else.
  add column left_demo_at timestamptz;

select set_config('plumbline.system', 'on', true);

-- The demo world has fixed ids, which random ids cannot equal.
update app_user set is_demo = true where id in (
  '95355f1d-d8e0-5974-82bb-7931a5745e82', '92c4c7a2-72a7-53ea-96c0-5739616dbbfc',
  '97d407f0-8076-5cdb-9821-2d554b9bcbf4', 'a200f84a-181c-519c-a761-65c066e821a3',
  'da4e82da-a27a-5fb2-8bd3-9fb284a6e63d', 'd0423c31-7fa5-5f4e-b775-57e990f0dfe2',
  '6b2bcc85-261b-5676-aa3b-4a793dc7d0d2', 'b18af9d1-07ac-5795-957c-9f137418d0cc',
  'f33a0c55-7dc1-5943-976f-d1a6fe0fb056', '60b239da-3249-5d8b-8c66-2d2157b71d51');

select set_config('plumbline.system', '', true);
