//! The tables for diesel, one description for all databases.
//!
//! The tenant is part of each key and of each reference. `log` and `corrects` are places of logs of the same tenant.

diesel::table! {
    tenants (seq) {
        seq -> BigInt,
        name -> Text,
        created_at -> BigInt,
        head -> BigInt,
    }
}

diesel::table! {
    keys (tenant, seq) {
        seq -> BigInt,
        tenant -> BigInt,
        id -> Text,
        hash -> Binary,
        name -> Text,
        scopes -> Integer,
        rate -> Nullable<Integer>,
        created_at -> BigInt,
        expires_at -> Nullable<BigInt>,
        revoked_at -> Nullable<BigInt>,
        addresses -> Nullable<Text>,
        person -> Nullable<Text>,
        subject -> Nullable<Text>,
    }
}

diesel::table! {
    entries (tenant, place) {
        tenant -> BigInt,
        place -> BigInt,
        act -> Integer,
        at -> BigInt,
        key -> Nullable<BigInt>,
        actor_tenant -> Nullable<BigInt>,
        actor -> Nullable<BigInt>,
        log -> Nullable<BigInt>,
        revision -> Nullable<Integer>,
        subject -> Nullable<BigInt>,
        record -> Nullable<Text>,
        digest -> Nullable<Binary>,
        what -> Nullable<Text>,
        id -> Nullable<Binary>,
        leaf -> Binary,
    }
}

diesel::table! {
    nodes (tenant, level, number) {
        tenant -> BigInt,
        level -> Integer,
        number -> BigInt,
        hash -> Binary,
    }
}

diesel::table! {
    settings (tenant, seq) {
        seq -> BigInt,
        tenant -> BigInt,
        kind -> Integer,
        name -> Text,
        digest -> Text,
        put_at -> BigInt,
        retired_at -> Nullable<BigInt>,
        body -> Text,
    }
}

diesel::table! {
    log_settings (tenant, log, setting) {
        tenant -> BigInt,
        log -> BigInt,
        setting -> BigInt,
    }
}

diesel::table! {
    logs (tenant, place) {
        tenant -> BigInt,
        place -> BigInt,
        id -> Binary,
        digest -> Binary,
        class -> BigInt,
        platform -> Text,
        game -> Text,
        hands -> Integer,
        received_at -> BigInt,
        corrects -> Nullable<BigInt>,
        revision -> Integer,
        faults -> Integer,
        variants -> Integer,
        unverifiable -> Integer,
        notes -> Integer,
        report_size -> Integer,
        size -> Integer,
        raw -> Binary,
    }
}

diesel::table! {
    classes (tenant, seq) {
        seq -> BigInt,
        tenant -> BigInt,
        platform -> Text,
        system -> Text,
        rules -> Text,
        media_type -> Text,
        import_name -> Text,
        verdict -> Text,
    }
}

diesel::table! {
    reports (tenant, log, revision) {
        tenant -> BigInt,
        log -> BigInt,
        revision -> Integer,
        verdict -> Text,
        faults -> Integer,
        variants -> Integer,
        unverifiable -> Integer,
        notes -> Integer,
        created_at -> BigInt,
        body -> Binary,
    }
}

diesel::table! {
    idempotency_keys (tenant, key) {
        tenant -> BigInt,
        key -> Text,
        log -> BigInt,
        created_at -> BigInt,
    }
}

diesel::table! {
    requests (tenant, kind, key) {
        tenant -> BigInt,
        kind -> Integer,
        key -> Text,
        digest -> Binary,
        made -> Text,
        made_at -> BigInt,
    }
}

diesel::table! {
    rulings (tenant, place) {
        tenant -> BigInt,
        place -> BigInt,
        log -> BigInt,
        number -> Integer,
        token -> Text,
        digest -> Text,
        body -> Binary,
    }
}

diesel::table! {
    tags (tenant, kind, word, place) {
        tenant -> BigInt,
        kind -> Integer,
        word -> Binary,
        place -> BigInt,
    }
}

diesel::table! {
    tallies (tenant, code, platform, system, client) {
        tenant -> BigInt,
        code -> Text,
        platform -> Text,
        system -> Text,
        client -> Text,
        logs -> BigInt,
        amount -> BigInt,
    }
}

diesel::table! {
    webhooks (tenant, seq) {
        seq -> BigInt,
        tenant -> BigInt,
        id -> Text,
        url -> Text,
        secret -> Binary,
        filter -> Text,
        made_at -> BigInt,
        place -> BigInt,
        tries -> Integer,
        due_at -> BigInt,
        given_up -> Integer,
        paused_at -> Nullable<BigInt>,
        lease -> BigInt,
        leased_until -> BigInt,
        again -> Integer,
        said -> Nullable<Text>,
        tried_at -> Nullable<BigInt>,
        old_secret -> Nullable<Binary>,
        old_until -> Nullable<BigInt>,
        ordered -> Integer,
        per_minute -> Nullable<Integer>,
        late_at -> Nullable<BigInt>,
        owner -> Nullable<BigInt>,
    }
}

diesel::table! {
    jobs (tenant, seq) {
        seq -> BigInt,
        tenant -> BigInt,
        id -> Text,
        kind -> Integer,
        state -> Integer,
        key -> Nullable<BigInt>,
        asked -> Text,
        made_at -> BigInt,
        due_at -> BigInt,
        ended_at -> Nullable<BigInt>,
        lease_until -> Nullable<BigInt>,
        attempt -> Integer,
        lost -> Integer,
        steps -> Integer,
        done -> BigInt,
        start -> BigInt,
        next -> BigInt,
        outcome -> Text,
        request -> Nullable<Text>,
    }
}

diesel::table! {
    dead_letters (tenant, webhook, place) {
        tenant -> BigInt,
        webhook -> BigInt,
        place -> BigInt,
        tries -> Integer,
        at -> BigInt,
        said -> Text,
        again -> Integer,
    }
}

diesel::table! {
    late_messages (tenant, webhook, place) {
        tenant -> BigInt,
        webhook -> BigInt,
        place -> BigInt,
        tries -> Integer,
        due_at -> BigInt,
        said -> Text,
    }
}

diesel::table! {
    job_parts (tenant, job, number) {
        tenant -> BigInt,
        job -> BigInt,
        number -> Integer,
        low -> BigInt,
        high -> BigInt,
        lines -> Integer,
        bytes -> Integer,
        digest -> Text,
        body -> Binary,
    }
}

diesel::table! {
    erased (tenant, id) {
        tenant -> BigInt,
        id -> Binary,
        place -> BigInt,
        at -> BigInt,
        why -> Integer,
    }
}

diesel::table! {
    erased_rulings (tenant, place) {
        tenant -> BigInt,
        place -> BigInt,
        digest -> Text,
    }
}

diesel::table! {
    signing_keys (public) {
        public -> Binary,
        from_at -> Nullable<BigInt>,
        until_at -> Nullable<BigInt>,
    }
}

diesel::table! {
    offers (tenant, size) {
        tenant -> BigInt,
        size -> BigInt,
        offered_at -> BigInt,
    }
}

diesel::table! {
    witnesses (tenant, witness) {
        tenant -> BigInt,
        witness -> Text,
        size -> BigInt,
        tried_at -> BigInt,
        tries -> Integer,
        due_at -> BigInt,
        said -> Nullable<Text>,
        held -> Nullable<BigInt>,
    }
}

diesel::table! {
    cosignatures (tenant, size, witness) {
        tenant -> BigInt,
        size -> BigInt,
        witness -> Text,
        at -> BigInt,
        line -> Text,
    }
}

diesel::table! {
    clock (id) {
        id -> Integer,
        seen_at -> BigInt,
    }
}

diesel::table! {
    probe (id) {
        id -> Integer,
        filler -> Binary,
    }
}

// Other references consist of the tenant and a number: see `joins`.
diesel::joinable!(keys -> tenants (tenant));
diesel::joinable!(webhooks -> tenants (tenant));
diesel::allow_tables_to_appear_in_same_query!(
    logs,
    erased,
    classes,
    reports,
    idempotency_keys,
    entries,
    keys,
    tenants,
    settings,
    log_settings,
    nodes,
    rulings,
    tags,
    webhooks,
    jobs,
    job_parts
);
