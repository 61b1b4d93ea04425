-- Two custodians of one name could not be told apart in any list.
create unique index custodian_name on custodian (lower(name));
