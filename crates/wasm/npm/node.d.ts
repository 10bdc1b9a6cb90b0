export { audit, auditEach, explain, formats, score, text, verify } from './caipan.js';
export type { AuditResult, Beside, CaipanError, Statement } from './caipan.js';
