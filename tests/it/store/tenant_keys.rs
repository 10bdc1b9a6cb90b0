//! The tenant is part of every key: the schema as the databases themselves describe it, and what they refuse.

use super::filled::{fill, full_log};
use super::{HOME, open, other, tenant};
use crate::engine::{Base, Engine, on_both};
use caipan::hash::sha256;
use caipan::store::{FreshSetting, LogToStore, SettingKind};
use diesel::prelude::*;
use diesel::sql_types::Text;

on_both!(every_key_names_the_tenant, a_row_of_another_tenant_is_refused,);

/// The page that lists the keys without a tenant, each with the reason.
const PAGE: &str = include_str!("../../../docs/design/service.md");

/// A key or a reference, as the catalog of the database describes it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, QueryableByName)]
pub struct Key {
    #[diesel(sql_type = Text)]
    of: String,
    /// `primary`, `unique`, `foreign`, or `row` for a number that SQLite gives rows.
    #[diesel(sql_type = Text)]
    kind: String,
    /// The columns, with commas between them.
    #[diesel(sql_type = Text)]
    columns: String,
    /// The table that is referred to, and its columns; empty in a key.
    #[diesel(sql_type = Text)]
    target: String,
    #[diesel(sql_type = Text)]
    there: String,
}

const SQLITE: &str = "\
    SELECT m.name AS of, CASE l.origin WHEN 'pk' THEN 'primary' ELSE 'unique' END AS kind, \
        (SELECT group_concat(name) FROM (SELECT name FROM pragma_index_info(l.name) ORDER BY seqno)) AS columns, '' AS target, '' AS there \
    FROM sqlite_master AS m JOIN pragma_index_list(m.name) AS l WHERE m.type = 'table' AND l.\"unique\" = 1 \
    UNION ALL \
    SELECT m.name, 'row', group_concat(t.name), '', '' FROM sqlite_master AS m JOIN pragma_table_info(m.name) AS t \
    WHERE m.type = 'table' AND t.pk > 0 AND NOT EXISTS (SELECT 1 FROM pragma_index_list(m.name) WHERE origin = 'pk') GROUP BY m.name \
    UNION ALL \
    SELECT m.name, 'foreign', group_concat(f.\"from\"), f.\"table\", group_concat(f.\"to\") \
    FROM sqlite_master AS m JOIN pragma_foreign_key_list(m.name) AS f WHERE m.type = 'table' GROUP BY m.name, f.id, f.\"table\"";

const POSTGRES: &str = "\
    WITH names AS (SELECT attrelid, attnum, attname::TEXT FROM pg_attribute) \
    SELECT c.relname, CASE WHEN indisprimary THEN 'primary' ELSE 'unique' END, (SELECT string_agg(attname, ',' ORDER BY n) \
        FROM unnest(indkey) WITH ORDINALITY AS k (att, n) JOIN names ON attrelid = indrelid AND attnum = att), '', '' \
    FROM pg_index JOIN pg_class AS c ON c.oid = indrelid WHERE indisunique AND relnamespace = 'public'::REGNAMESPACE \
    UNION ALL \
    SELECT conrelid::REGCLASS::TEXT, 'foreign', \
        (SELECT string_agg(attname, ',' ORDER BY n) FROM unnest(conkey) WITH ORDINALITY AS k (att, n) \
            JOIN names ON attrelid = conrelid AND attnum = att), confrelid::REGCLASS::TEXT, \
        (SELECT string_agg(attname, ',' ORDER BY n) FROM unnest(confkey) WITH ORDINALITY AS k (att, n) \
            JOIN names ON attrelid = confrelid AND attnum = att) \
    FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::REGNAMESPACE";

/// All keys and references of a database.
pub fn keys(base: &Base, engine: Engine) -> Vec<Key> {
    let mut all: Vec<Key> = match engine {
        Engine::Sqlite => {
            diesel::sql_query(SQLITE).load(&mut other(&base.path().join("data"))).expect("its own description")
        }
        Engine::Postgres => {
            let rows = base.ask(POSTGRES);
            let key = |row: &str| {
                let cells: Vec<String> = row.split('|').map(str::to_owned).collect();
                let [of, kind, columns, target, there] = <[String; 5]>::try_from(cells).expect("five cells");
                Key { of, kind, columns, target, there }
            };
            rows.lines().map(key).collect()
        }
    };
    all.sort();
    all
}

/// The keys that the page lists, as table and columns.
fn listed() -> Vec<(String, String)> {
    let (_, section) = PAGE.split_once("## Keys without a tenant").expect("the section");
    let section = section.split("\n## ").next().unwrap_or_default();
    let row = |line: &str| {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let [_, table, columns, reason, _] = cells[..] else { return None };
        let [table, columns] = [table, columns].map(|cell| cell.trim_matches('`').replace(' ', ""));
        (line.starts_with("| `") && !reason.is_empty()).then_some((table, columns))
    };
    section.lines().filter_map(row).collect()
}

/// Returns true if a key has the tenant, and a reference the tenant on both sides.
fn has_tenant(key: &Key, all: &[Key]) -> bool {
    let columns: Vec<&str> = key.columns.split(',').collect();
    let there: Vec<&str> = key.there.split(',').collect();
    match key.kind.as_str() {
        "foreign" => columns.iter().zip(&there).any(|(column, other)| {
            *column == "tenant" && (*other == "tenant" || (key.target == "tenants" && *other == "seq"))
        }),
        // SQLite numbers rows whether they have a name for it or not. The key is the pair beside it.
        "row" => {
            let pair = format!("tenant,{}", key.columns);
            all.iter().any(|one| one.of == key.of && one.kind == "unique" && one.columns == pair)
        }
        _ => columns.contains(&"tenant"),
    }
}

async fn every_key_names_the_tenant(engine: Engine) {
    let base = engine.base();
    drop(open(&base));
    let all = keys(&base, engine);
    let kinds = |kind: &str| all.iter().filter(|key| key.kind == kind).count();
    assert!(kinds("primary") >= 10 && kinds("unique") >= 10 && kinds("foreign") >= 15, "{all:#?}");
    let without: Vec<(String, String)> =
        all.iter().filter(|key| !has_tenant(key, &all)).map(|key| (key.of.clone(), key.columns.clone())).collect();
    let mut listed = listed();
    listed.sort();
    let mut found = without.clone();
    found.sort();
    assert_eq!(found, listed, "keys without a tenant, and those that docs/design/service.md lists with a reason");
}

/// Each reference to a row of another tenant is refused by the database itself.
async fn a_row_of_another_tenant_is_refused(engine: Engine) {
    let base = engine.base();
    let store = open(&base);
    let guest = tenant(&store, "guest").await;
    let keyed = tenant(&store, "keyed").await;
    for who in [HOME, keyed, guest] {
        let file = Some((sha256(b"file"), "file".to_owned()));
        let setting = FreshSetting { who, kind: SettingKind::Adapter, name: "acme".to_owned(), file, at: 3 };
        let by = store.set(setting).await.expect("set").row.seq;
        // The guest has one log; the others have logs at places where it has none.
        for at in 0..if who == guest { 1 } else { 9 } {
            assert!(store.put(LogToStore { who, by: vec![by], ..full_log(at) }).await.expect("kept").created);
        }
        let id = full_log(0).row.id;
        store.rule(caipan::store::FreshRuling { who, ..super::jobs::ruling(&id, &id) }).await.expect("ruled");
    }
    drop(store);
    let byte = base.bytes("00");
    base.tamper(&format!(
        "INSERT INTO jobs (tenant, id, kind, state, asked, made_at, due_at, attempt, lost, steps, done, start, next, outcome) \
         SELECT seq, 'job', 1, 1, '{{}}', 1, 1, 0, 0, 0, 0, 1, 1, '{{}}' FROM tenants; \
         INSERT INTO job_parts (tenant, job, number, low, high, lines, bytes, digest, body) \
         SELECT tenant, seq, 1, 1, 1, 1, 1, 'x', {byte} FROM jobs; \
         INSERT INTO webhooks (tenant, id, url, secret, filter, made_at, place, tries, due_at, given_up, lease, leased_until, again) \
         SELECT seq, 'hook', 'x', {byte}, '{{}}', 1, 1, 0, 0, 0, 0, 0, 0 FROM tenants; \
         INSERT INTO dead_letters (tenant, webhook, place, tries, at, said, again) SELECT tenant, seq, 1, 1, 1, 'x', 0 FROM webhooks; \
         INSERT INTO late_messages (tenant, webhook, place, tries, due_at, said) SELECT tenant, seq, 1, 1, 1, 'x' FROM webhooks;"
    ));
    let on = if engine == Engine::Sqlite { "PRAGMA foreign_keys = ON; " } else { "" };
    let guest = "(SELECT seq FROM tenants WHERE name = 'guest')";
    let mut tried = Vec::new();
    for key in keys(&base, engine) {
        // A reference of the tenant and one more column.
        let (Some(column), Some(there)) = (key.columns.strip_prefix("tenant,"), key.there.strip_prefix("tenant,"))
        else {
            continue;
        };
        let (child, parent) = (&key.of, &key.target);
        let foreign = format!(
            "SELECT min({there}) FROM {parent} WHERE tenant <> {guest} AND {there} NOT IN (SELECT {there} FROM {parent} WHERE tenant = {guest})"
        );
        let refused = base.attempt(&format!("{on}UPDATE {child} SET {column} = ({foreign}) WHERE tenant = {guest}"));
        let said = refused.expect_err(&format!("{child}.{column} may name a row of another tenant")).to_lowercase();
        assert!(said.contains("foreign key"), "{child}.{column}: {said}");
        // The same statement with a row of its own passes.
        let own = format!("SELECT min({there}) FROM {parent} WHERE tenant = {guest}");
        base.attempt(&format!("{on}UPDATE {child} SET {column} = ({own}) WHERE tenant = {guest}"))
            .expect("its own row");
        tried.push(format!("{child}.{column}"));
    }
    tried.sort();
    assert_eq!(
        tried,
        [
            "dead_letters.webhook",
            "entries.key",
            "entries.log",
            "entries.subject",
            "idempotency_keys.log",
            "job_parts.job",
            "jobs.key",
            "late_messages.webhook",
            "log_settings.log",
            "log_settings.setting",
            "logs.class",
            "logs.corrects",
            "reports.log",
            "rulings.log",
            "webhooks.owner",
        ]
    );
}

/// PostgreSQL takes every table but the listed ones in parts by tenant, with the same keys and references, and all rows.
#[actix_web::test]
async fn tables_can_be_partitioned_by_tenant() {
    crate::programs::needs!(Postgres);
    let base = Engine::Postgres.base();
    let store = open(&base);
    fill(&store).await;
    drop(store);
    base.tamper(
        "CREATE SCHEMA parts; SET search_path = parts, public;
        DO $$ DECLARE t RECORD; i RECORD; BEGIN
            FOR t IN SELECT c.oid, relname AS name FROM pg_class AS c WHERE relkind = 'r' AND relnamespace = 'public'::REGNAMESPACE
                AND EXISTS (SELECT 1 FROM pg_attribute WHERE attrelid = c.oid AND attname = 'tenant') AND relname <> 'keys'
            LOOP
                EXECUTE format('CREATE TABLE parts.%I (LIKE public.%I) PARTITION BY HASH (tenant)', t.name, t.name);
                FOR n IN 0..3 LOOP
                    EXECUTE format('CREATE TABLE parts.%I PARTITION OF parts.%I FOR VALUES WITH (MODULUS 4, REMAINDER %s)',
                        t.name || '_part_' || n, t.name, n);
                END LOOP;
                FOR i IN SELECT pg_get_indexdef(indexrelid) AS made FROM pg_index WHERE indrelid = t.oid AND indisunique LOOP
                    EXECUTE replace(i.made, ' ON public.', ' ON parts.');
                END LOOP;
            END LOOP;
            FOR t IN SELECT relname AS name, pg_get_constraintdef(o.oid) AS made FROM pg_constraint AS o JOIN pg_class AS c ON c.oid = conrelid
                WHERE contype = 'f' AND relnamespace = 'public'::REGNAMESPACE AND relname <> 'keys'
            LOOP
                EXECUTE format('ALTER TABLE parts.%I ADD %s', t.name, replace(t.made, ' public.', ' parts.'));
            END LOOP;
            FOR t IN SELECT relname AS name FROM pg_class AS c WHERE relkind = 'p' AND relnamespace = 'parts'::REGNAMESPACE
                ORDER BY array_position(ARRAY['classes', 'settings', 'jobs', 'webhooks', 'logs'], relname::TEXT)
            LOOP
                EXECUTE format('INSERT INTO parts.%I SELECT * FROM public.%I', t.name, t.name);
            END LOOP;
        END $$",
    );
    let counts = "(SELECT count(*) FROM {}.logs) || ' ' || (SELECT count(*) FROM {}.reports) || ' ' || (SELECT count(*) FROM {}.entries)";
    let count = |schema: &str| base.ask(&format!("SELECT {}", counts.replace("{}", schema)));
    assert_eq!(count("parts"), count("public"));
    assert_ne!(count("public"), "0 0 0");
    // A reference to `tenants` or `keys` leads to the whole table, any other to a table in parts.
    let references = |schema: &str, kind: char| {
        base.ask(&format!(
            "SELECT count(*) FROM pg_constraint AS o JOIN pg_class AS c ON c.oid = conrelid JOIN pg_class AS t ON t.oid = confrelid \
             WHERE contype = 'f' AND conparentid = 0 AND c.relnamespace = '{schema}'::REGNAMESPACE AND c.relname <> 'keys' \
             AND t.relname NOT IN ('tenants', 'keys') AND t.relkind = '{kind}'"
        ))
    };
    assert_eq!(references("parts", 'p'), references("public", 'r'));
    assert!(references("public", 'r').parse::<u32>().expect("a number") >= 11);
}
