-- Custodian names are unique, because lists show only the name.
create unique index custodian_name on custodian (lower(name));
