export { MatchInPlay, audit, auditEach, explain, formats, join, leaks, matchPage, page, score, text, verify } from './caipan.js';
export type { AuditResult, Beside, CaipanError, MatchPage, Statement } from './caipan.js';
