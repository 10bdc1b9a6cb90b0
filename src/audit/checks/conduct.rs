//! A9: conduct.

crate::audit::checks! {
    LEFT = "A901" "player-left", Note Info, since "0.1.0",
        zh "有玩家离开" en "a player left",
        zh "扣分见账目。" en "The penalty stands in the ledger.";
}
