//! Ingest of many logs in one request: lines are audited in parallel, then stored and answered in order.
//!
//! Three tasks pass lines through bounded channels: the reader starts audits, the second submits logs to the writer in
//! order, the third answers each durable line. A slow task slows the ones before it, down to the client. When one task
//! ends, the others end. A line waits for a worker as long as the timeout of a body.

use super::accept;
use super::auth::{Allowed, ToIngest};
use super::body::lines::{BodyLine, Broken, Lines};
use super::body::{self, Full};
use super::brief;
use super::context::ServerContext;
use super::ingest_options::one_of;
use super::lang;
use super::problem::{ApiError, Problem, ProblemType};
use super::trace;
use crate::app::{App, AppError, Caller, Ingest, IngestOutcome, Media, Prepared, Settings, Source, Submitted, engine};
use actix_web::body::{BodySize, MessageBody};
use actix_web::http::header::ContentEncoding;
use actix_web::rt::task::JoinHandle;
use actix_web::rt::time::{sleep, timeout};
use actix_web::web::{Bytes, Data, Payload, Query};
use actix_web::{HttpRequest, HttpResponse, post, rt};
use caipan_engine::report::TransferView;
use caipan_tiles::text::{Lang, Text};
use serde::{Deserialize, Serialize};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::{Duration, Instant};
use tokio::sync::mpsc::{Receiver, Sender, channel};
use utoipa::{IntoParams, ToSchema};

/// The problems of this operation.
pub(super) const FAILS: &[(&str, &[ProblemType])] = &[(
    "ingest_batch",
    &[
        ProblemType::RequestInvalid,
        ProblemType::MediaTypeUnsupported,
        ProblemType::EncodingUnsupported,
        ProblemType::Busy,
    ],
)];

/// The media type of NDJSON.
const MEDIA_TYPE: &str = "application/x-ndjson";
/// The media types of the answer, the default first.
const FORMS: [&str; 2] = [MEDIA_TYPE, "text/plain; charset=utf-8"];
/// The maximum number of lines in audit.
const AUDITED: usize = 16;
/// The maximum number of lines in the write queue, and of answers to send.
const STORED: usize = 128;
/// The number of problems that are told in words; the others have their codes.
const WHOLE: usize = 100;
/// The bytes of answers that are sent together.
const TOGETHER: usize = 16 << 10;
/// The interval between checks of the access of the key.
const AGAIN: Duration = Duration::from_secs(1);

/// The result of a line.
#[derive(Debug, Default, Serialize, ToSchema)]
pub(super) struct BatchAnswer {
    /// The number of the line, from 1; blank lines count.
    #[schema(example = 1)]
    pub line: u64,
    /// The status of the log: 201 stored, 200 stored before; any other status means that it is not stored.
    #[schema(example = 201)]
    pub status: u16,
    /// The id of the stored log.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// The platform's own id of the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// The verdict.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verdict: Option<String>,
    /// The number of faults in the report.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub faults: Option<i32>,
    /// The verdict in one or two sentences.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, schema_with = brief::headline)]
    pub headline: Option<Text>,
    /// The transfers that correct all hands together.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false, schema_with = brief::transfers)]
    pub transfers: Vec<TransferView>,
    /// Why the line was not stored.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<Problem>,
}

/// The format of the lines.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct BatchQuery {
    /// The third-party format of each line; absent for `paipu/1`.
    from: Option<String>,
    /// The adapter that reads each line, by name, instead of `from`. The version at the first line applies to all lines.
    #[param(example = "roomcard")]
    adapter: Option<String>,
}

/// Store many logs
///
/// The body contains one `paipu/1` document per line and may have any length. Each line is answered by one line
/// (`BatchAnswer`) once it is durable, in the order of the request. Read the answers while you send. A bad line is
/// answered by a problem, and the other lines continue. After the first hundred problems, a problem has its codes and
/// place only. If the connection breaks, send again from the first line without
/// an answer, or everything: stored logs are answered with 200. A final answer with 408, 400 or 401 means that no line
/// from that number on was accepted. A line waits for its turn as long as the timeout of a body, then it is answered
/// with 503. Each line may be as large as a body and has to arrive within the timeout of a body. Compression is not
/// supported.
#[utoipa::path(
    operation_id = "ingest_batch", tag = "logs", security(("key" = ["ingest"])), params(BatchQuery),
    request_body(content = Vec<u8>, content_type = "application/octet-stream",
        description = "Logs, one a line. They may also come as `application/x-ndjson`."),
    responses((status = 200, description = "An answer (`BatchAnswer`) a line", content(
        (String = "application/x-ndjson"), (String = "text/plain"),
    )))
)]
#[post("/v1/logs:batch")]
pub(super) async fn take(
    app: Data<App>,
    context: Data<ServerContext>,
    caller: Allowed<ToIngest>,
    query: Query<BatchQuery>,
    request: HttpRequest,
    payload: Payload,
) -> Result<HttpResponse, ApiError> {
    body::unpacked(&request)?;
    body::is_lines(&request)?;
    let BatchQuery { from, adapter } = query.into_inner();
    let from = one_of(from, adapter)?;
    let set = Arc::new(app.read_by(caller.who.tenant, from.as_deref()).await?);
    let form = accept::preferred(&request, FORMS);
    if let Some(from) = &from {
        engine::check_format(from, &set)?;
    }
    let permit = context.batches.take(caller.who.tenant)?;
    let timeout = context.config.body_timeout;
    let lines = Lines::new(payload.into_inner(), &context.budget, context.config.body_limit, timeout);
    let batch = Batch {
        app,
        caller: caller.caller,
        from,
        set,
        lang: lang::preferred(&request),
        id: trace::id_of(&request),
        timeout,
    };
    let (answers, sent) = channel(1);
    rt::spawn(async move {
        batch.run(lines, answers).await;
        drop(permit);
    });
    // Compression would delay answers until a block is full.
    Ok(HttpResponse::Ok().insert_header(ContentEncoding::Identity).content_type(form).body(Answers(sent)))
}

/// A line in audit, or already answered.
type Audited = (u64, Result<Auditing, Box<ApiError>>);
/// A line in the write queue, or already answered.
type Stored = (u64, Result<Submitted, Box<ApiError>>);

/// The audit of a line, which ends when this is dropped.
struct Auditing(JoinHandle<Result<Prepared, AppError>>);

impl Drop for Auditing {
    fn drop(&mut self) {
        self.0.abort();
    }
}

#[derive(Clone)]
struct Batch {
    app: Data<App>,
    caller: Caller,
    from: Option<String>,
    set: Arc<Settings>,
    lang: Lang,
    /// The id of the request.
    id: String,
    timeout: Duration,
}

impl Batch {
    async fn run(self, lines: Lines, answers: Sender<Answer>) {
        let (audited, to_store) = channel(AUDITED);
        let (stored, to_answer) = channel(STORED);
        let (reader, storer) = (self.clone(), self.clone());
        let reading = rt::spawn(async move { reader.read(lines, audited).await });
        let storing = rt::spawn(async move { storer.store(to_store, stored).await });
        let client = answers.clone();
        tokio::select! {
            () = self.answer(to_answer, answers) => {}
            () = client.closed() => {}
        }
        // Without a client the lines that are not in the write queue yet are given up.
        reading.abort();
        storing.abort();
    }

    /// Reads lines and starts their audits; the last entry is the error that ended the body.
    async fn read(self, mut lines: Lines, audited: Sender<Audited>) {
        let mut asked = Instant::now();
        loop {
            let next = self.next(&mut lines, &mut asked).await;
            let (line, end) = match next {
                Ok(None) => return,
                Ok(Some((number, bytes))) => ((number, bytes.map(|bytes| self.audit(bytes))), false),
                Err(error) => ((lines.number(), Err(Box::new(error))), true),
            };
            if audited.send(line).await.is_err() || end {
                return;
            }
        }
    }

    /// Returns the next line after the checks of access and rate limit.
    async fn next(
        &self,
        lines: &mut Lines,
        asked: &mut Instant,
    ) -> Result<Option<(u64, Result<Bytes, Box<ApiError>>)>, ApiError> {
        let next = lines.next().await.map_err(|broken| match broken {
            Broken::Slow => body::too_slow(self.timeout.as_secs()),
            Broken::Cut(error) => body::broken(&error),
        })?;
        let Some((number, line)) = next else { return Ok(None) };
        if asked.elapsed() > AGAIN {
            self.app.is_still_let_in(&self.caller).await?;
            *asked = Instant::now();
        }
        while let Err(wait) = self.app.pace(&self.caller) {
            sleep(wait).await;
        }
        let limit = self.app.limit();
        Ok(Some((
            number,
            match line {
                BodyLine::Whole(bytes) => Ok(bytes),
                BodyLine::Refused(Full::TooLarge) => Err(Box::new(body::too_large(limit))),
                BodyLine::Refused(Full::NoRoom) => Err(Box::new(body::no_room())),
            },
        )))
    }

    fn audit(&self, bytes: Bytes) -> Auditing {
        let source = Source {
            bytes,
            media: Media::Json,
            from: self.from.clone(),
            in_progress: false,
            set: Some(Arc::clone(&self.set)),
        };
        let log = Ingest { who: self.caller.who, source, key: None, corrects: None };
        let app = self.app.clone();
        let timeout = self.timeout;
        Auditing(rt::spawn(async move { app.prepare(log, timeout).await }))
    }

    /// Submits logs to the writer in the order of the lines.
    async fn store(self, mut audited: Receiver<Audited>, stored: Sender<Stored>) {
        while let Some((number, line)) = audited.recv().await {
            let submitted = match line {
                Err(error) => Err(error),
                Ok(mut auditing) => match (&mut auditing.0).await.unwrap_or(Err(AppError::GivenUp)) {
                    Ok(fresh) => self.app.submit(fresh, self.timeout).await.map_err(|error| Box::new(error.into())),
                    Err(error) => Err(Box::new(error.into())),
                },
            };
            if stored.send((number, submitted)).await.is_err() {
                return;
            }
        }
    }

    /// Answers each line once it is durable. Gives up if the client does not read for too long.
    async fn answer(self, mut stored: Receiver<Stored>, answers: Sender<Answer>) {
        let (mut text, mut problems) = (Vec::new(), 0);
        loop {
            // Refused lines that are known already are answered together.
            let (number, line) = match stored.try_recv() {
                Ok((number, Err(error))) if text.len() < TOGETHER => (number, Err(error)),
                ready => {
                    let part = std::mem::take(&mut text);
                    if !part.is_empty()
                        && !matches!(timeout(self.timeout, answers.send(Answer::Lines(part.into()))).await, Ok(Ok(())))
                    {
                        return;
                    }
                    let Some(next) = (match ready {
                        Ok(next) => Some(next),
                        Err(_) => stored.recv().await,
                    }) else {
                        break;
                    };
                    next
                }
            };
            let outcome = match line {
                Ok(submitted) => self.app.outcome(submitted).await.map_err(ApiError::from),
                Err(error) => Err(*error),
            };
            problems += usize::from(outcome.is_err());
            let line = self.line_answer(number, outcome, problems <= WHOLE);
            serde_json::to_writer(&mut text, &line).unwrap_or_default();
            text.push(b'\n');
        }
        // The body ends cleanly only after this message; if the client is gone, sending fails and does not matter.
        let _ = timeout(self.timeout, answers.send(Answer::End)).await;
    }

    /// Returns the answer of a line, with all of its problem or the codes and the place only.
    fn line_answer(&self, line: u64, outcome: Result<IngestOutcome, ApiError>, whole: bool) -> BatchAnswer {
        match outcome {
            Ok(IngestOutcome { log, brief, created }) => {
                let (headline, transfers) = brief.map(|brief| (brief.headline, brief.transfers)).unzip();
                BatchAnswer {
                    line,
                    status: if created { 201 } else { 200 },
                    id: Some(log.id),
                    game: Some(log.game),
                    verdict: Some(log.verdict),
                    faults: Some(log.counts[0]),
                    headline,
                    transfers: transfers.unwrap_or_default(),
                    problem: None,
                }
            }
            Err(error) => {
                self.app.metrics.refused(error.reason());
                let problem = error.document(self.lang, &self.id);
                let problem = if whole { problem } else { problem.without_words() };
                BatchAnswer { line, status: problem.status, problem: Some(problem), ..BatchAnswer::default() }
            }
        }
    }
}

enum Answer {
    Lines(Bytes),
    End,
}

/// The answers as a body that breaks off unless all lines were answered.
struct Answers(Receiver<Answer>);

impl MessageBody for Answers {
    type Error = std::io::Error;

    fn size(&self) -> BodySize {
        BodySize::Stream
    }

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Result<Bytes, Self::Error>>> {
        Poll::Ready(match ready!(self.0.poll_recv(context)) {
            Some(Answer::Lines(lines)) => Some(Ok(lines)),
            Some(Answer::End) => None,
            None => Some(Err(std::io::ErrorKind::BrokenPipe.into())),
        })
    }
}
