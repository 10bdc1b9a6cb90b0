//! Refusals of witnesses, with the sentences for the operator.

use caipan_tiles::bilingual;
use caipan_tiles::text::Text;

/// The reason of a refusal by a witness that has another history.
pub(super) const CONFLICT: &str = "conflict";

/// A checkpoint that a witness did not cosign.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The name of the tenant.
    pub tenant: String,
    /// The name of the tree towards witnesses.
    pub origin: String,
    /// The name of the witness.
    pub witness: String,
    /// The number of records of the checkpoint.
    pub size: u64,
    /// The number of records that the witness has cosigned, as far as it said so.
    pub held: Option<u64>,
    /// `conflict`, `cosignature-invalid`, `http-404`, `timeout`, `unreachable`, `unresolved`, `address-private`, `tls`,
    /// `answer-invalid`.
    pub why: String,
}

impl Refusal {
    /// Returns whether the witness has another history of the tree.
    pub fn is_conflict(&self) -> bool {
        self.why == CONFLICT
    }

    /// The sentence for the operator.
    pub fn text(&self) -> Text {
        let Refusal { tenant, origin, witness, size, why, .. } = self;
        let held = self.held.map_or_else(|| "?".to_owned(), |held| held.to_string());
        match why.as_str() {
            CONFLICT => bilingual!(
                "见证者 {witness} 拒绝联署 {origin}（租户 {tenant}）：本服务有 {size} 条记录，而它已联署过 {held} 条，且与本服务的历史不符。数据库可能曾恢复到更早的备份，或另有一份副本也在签署。请停掉多余的副本，找出正确的数据库；在此之前不要另换见证者。",
                "The witness {witness} refused {origin} (tenant {tenant}): this service has {size} records, and the witness has cosigned {held} that do not lead to them. The database may have been put back to an earlier backup, or a copy of it signs too. Stop the copy and find the right database; do not replace the witness before."
            ),
            "http-404" => bilingual!(
                "见证者 {witness} 不认识 {origin}（租户 {tenant}）。请把这个名称及其验证公钥（GET /v1/evidence/keys?origin={origin}）交给见证者的运营方。",
                "The witness {witness} does not know {origin} (tenant {tenant}). Give this name and its verifier keys (GET /v1/evidence/keys?origin={origin}) to those who run the witness."
            ),
            "http-403" => bilingual!(
                "见证者 {witness} 不信任 {origin}（租户 {tenant}）的签名密钥。请把新的验证公钥（GET /v1/evidence/keys?origin={origin}）交给见证者的运营方；在此之前让旧密钥一同签署。",
                "The witness {witness} does not trust the signing key of {origin} (tenant {tenant}). Give the new verifier keys (GET /v1/evidence/keys?origin={origin}) to those who run the witness, and let the old key sign beside the new one until then."
            ),
            "cosignature-invalid" => bilingual!(
                "见证者 {witness} 对 {origin}（租户 {tenant}）的联署无效。请核对 --witness 中它的验证公钥。",
                "The witness {witness} answered no valid cosignature of {origin} (tenant {tenant}). Check its verifier key in --witness."
            ),
            why => bilingual!(
                "见证者 {witness} 未联署 {origin}（租户 {tenant}）的 {size} 条记录：{why}。服务稍后再试；若一直如此，请检查它的网址，或询问它的运营方。",
                "The witness {witness} did not cosign the {size} records of {origin} (tenant {tenant}): {why}. The service tries again later; if it stays so, check its address, or ask those who run it."
            ),
        }
    }
}
