//! Keys whose secret the operator made beforehand, so that no log or terminal shows it. All other keys are left to `keys`.

use super::keys::{ID, NewKey, PREFIX, SECRET, fit, fresh};
use super::{App, AppError, now};
use crate::store::{FreshKey, KeyRow};
use caipan_tiles::bilingual;
use sha2::{Digest, Sha256};
use std::sync::atomic::Ordering;

impl App {
    /// Creates a key with a secret that the operator made beforehand. Returns false if a key has this secret already.
    pub async fn make_given_key(&self, new: NewKey, secret: &str) -> Result<(KeyRow, bool), AppError> {
        let at = now();
        let (Some(id), hash) = (given_id(secret), Sha256::digest(secret).to_vec()) else {
            return Err(AppError::KeyUnfit(bilingual!(
                "文件中的密钥格式不对。应为 {PREFIX}、16 个小写十六进制字符、下划线、64 个小写十六进制字符，如 printf 'caipan_%s_%s' \"$(openssl rand -hex 8)\" \"$(openssl rand -hex 32)\" 所写。",
                "The secret in the file has the wrong form. It is {PREFIX}, 16 lower-case hexadecimal digits, an underscore and 64 more, as written by printf 'caipan_%s_%s' \"$(openssl rand -hex 8)\" \"$(openssl rand -hex 32)\"."
            )));
        };
        let (hash_of, id_of) = (hash.clone(), id.clone());
        let (there, taken) =
            self.query(move |store| Ok((store.key_of_hash(&hash_of)?, store.key(None, &id_of)?.is_some()))).await?;
        if let Some(key) = there {
            return Ok((key, false));
        }
        if taken {
            return Err(AppError::KeyUnfit(bilingual!(
                "编号 {id} 已属于另一个密钥。请另行生成整个密钥。",
                "The id {id} belongs to another key. Generate the whole secret anew."
            )));
        }
        fit(&new, at).map_err(AppError::KeyUnfit)?;
        let (fresh, _) = fresh(new, id, at)?;
        let (key, _) = self.store.make_key(FreshKey { hash, ..fresh }).await?;
        self.keyed.store(true, Ordering::Relaxed);
        Ok((key, true))
    }
}

/// The id in a secret that was made elsewhere; `None` if it has another form.
fn given_id(secret: &str) -> Option<String> {
    let is_hex = |text: &str, bytes: usize| {
        text.len() == 2 * bytes && text.bytes().all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte))
    };
    let (id, rest) = secret.strip_prefix(PREFIX)?.split_once('_')?;
    (is_hex(id, ID) && is_hex(rest, SECRET)).then(|| id.to_owned())
}
