// Compiled, not run: the types that a user of the package sees.
import { MatchInPlay, audit, auditEach, explain, formats, join, leaks, matchPage, page, score, text, verify } from 'caipan';
import type { AuditResult, Beside, CaipanError, MatchPage, Statement } from 'caipan';

const bytes = new Uint8Array();
const report: string = audit(bytes);
const results: AuditResult[] = auditEach(bytes, 'ticks');
const errors: CaipanError[] = results.flatMap((result) => (result.error ? [result.error] : []));
const beside: Beside = { report: bytes, witnesses: '', quorum: 1 };
const statements: Statement[] = verify(bytes, 'PEM', beside);
const drawn: MatchPage = matchPage(bytes, 'en', 1);
const table = new MatchInPlay(bytes);
const answers: string[] = [table.answer(), table.play('{}'), table.settle('{}'), table.deal('{}'), table.log(), table.report()];
const records: string[] = [join([bytes, bytes], ['east', 'west']), join([bytes]), leaks(bytes, bytes, 0, true), leaks(bytes, bytes)];
const words: string[] = [...answers, ...records, page(bytes, 'zh'), drawn.report, text(report, 'zh'), explain('A702', 'en'), score('{}'), ...formats()];
// @ts-expect-error A log is given as bytes.
audit('{}');

export { errors, statements, words };
