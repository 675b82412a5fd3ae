import { allTools, type ServedTool, serveTool, toolsByName } from '../registry.ts';
import { checkArguments, unknownTool } from './check-arguments.ts';
import { IdsInUse } from './check-ids.ts';
import { checkResult } from './check-result.ts';
import { type Finding, finding, type Issue, type IssueCode } from './issue.ts';
import { type ExampleCall, type ExampleRecord, parseRecord } from './parse-record.ts';
import { type Replayed, replayRecord, type Scratch } from './replay.ts';

export interface ExamplesReport {
  /** Lines that hold a record. */
  records: number;
  calls: number;
  results: number;
  /** Records labelled as not to follow: what their calls do wrong is only told. */
  exempt: number;
  replayed?: Replayed;
  /** Issues that make the file a bad one, however many are listed. */
  errors: number;
  infos: number;
  counts: Partial<Record<IssueCode, number>>;
  /** The first of them, in the order of the file. */
  issues: Issue[];
}

export interface ExamplesOptions {
  readonly toolPrefix: string;
  readonly defaultPageSize: number;
  /** Issues to list; all are counted. */
  readonly mostIssues: number;
  /** A new empty notebook for each conversation; absent: nothing is replayed. */
  readonly openScratch?: (() => Promise<Scratch>) | undefined;
}

/** Checks tool-call examples, one record per line; only one line is held at a time. */
export async function checkExamples(
  lines: AsyncIterable<string>,
  options: ExamplesOptions,
): Promise<ExamplesReport> {
  const tools = findTools(options);
  const report: ExamplesReport = {
    records: 0,
    calls: 0,
    results: 0,
    exempt: 0,
    ...(options.openScratch === undefined ? {} : { replayed: { calls: 0, skipped: 0 } }),
    errors: 0,
    infos: 0,
    counts: {},
    issues: [],
  };
  let line = 0;
  for await (const text of lines) {
    line++;
    if (text.trim() === '') continue;
    const record = parseRecord(line === 1 ? text.replace(/^\uFEFF/, '') : text);
    count(report, record);
    const add = (issue: Omit<Issue, 'line'>) => addIssue(report, { ...issue, line }, options.mostIssues);
    for (const { pointer, ...found } of record.findings) add({ ...found, severity: 'error', place: pointer });
    const found = checkRecord(record, tools);
    if (report.replayed !== undefined && record.label && found.every((one) => one.length === 0))
      await replay(record, tools, options, report.replayed, found);
    for (const [index, findings] of found.entries()) {
      const call = record.calls[index]!;
      for (const one of findings) add(asIssue(one, call, index, record.label));
    }
  }
  return report;
}

function findTools({ toolPrefix, defaultPageSize }: ExamplesOptions): Map<string, ServedTool> {
  // the shipped names are understood whatever the prefix is set to
  const under = (prefix: string) =>
    allTools.map((tool) => serveTool(tool, { toolPrefix: prefix, defaultPageSize, context: 'required' }));
  return new Map([...toolsByName(under('opennotes_')), ...toolsByName(under(toolPrefix))]);
}

function count(report: ExamplesReport, { calls, label }: ExampleRecord): void {
  report.records++;
  report.calls += calls.length;
  report.results += calls.filter(({ result }) => result !== undefined).length;
  if (!label) report.exempt++;
}

/** What is wrong with each call of a conversation. */
function checkRecord(
  { calls, texts, systemText }: ExampleRecord,
  tools: Map<string, ServedTool>,
): Finding[][] {
  const ids = new IdsInUse(systemText);
  let heard = 0;
  return calls.map((call) => {
    for (; heard < call.before; heard++) ids.hear(texts[heard]!);
    const found = checkCall(call, tools, ids);
    if (call.result !== undefined) ids.hear(JSON.stringify(call.result));
    return found;
  });
}

function checkCall(
  { tool, args, result }: ExampleCall,
  tools: Map<string, ServedTool>,
  ids: IdsInUse,
): Finding[] {
  const served = tools.get(tool);
  const given = args.fault === undefined ? args.value : undefined;
  const found: Finding[] = served === undefined ? [unknownTool(tool, tools)] : [];
  if (args.fault !== undefined)
    found.push(
      finding('ARGUMENTS_UNPARSABLE', '/arguments', `Not JSON: ${args.fault}`, 'Give a JSON object'),
    );
  else if (served !== undefined) found.push(...checkArguments(served, given));
  if (served?.tool.dialect.name === 'claudesidian')
    found.push(...ids.check((given as { context?: unknown } | null | undefined)?.context));
  if (result?.fault !== undefined)
    found.push(finding('RESULT_UNPARSABLE', '/result', `Not JSON: ${result.fault}`, 'Give JSON'));
  else if (result !== undefined && served !== undefined)
    found.push(...checkResult(served, given, result.value));
  return found;
}

async function replay(
  record: ExampleRecord,
  tools: Map<string, ServedTool>,
  { openScratch }: ExamplesOptions,
  replayed: Replayed,
  found: Finding[][],
): Promise<void> {
  if (openScratch === undefined || record.calls.length === 0) return;
  const scratch = await openScratch();
  try {
    await replayRecord(record.calls, tools, scratch, replayed, found);
  } finally {
    await scratch.close();
  }
}

function asIssue(found: Finding, call: ExampleCall, index: number, isGood: boolean): Omit<Issue, 'line'> {
  const { place, tool } = call;
  return { ...found, severity: isGood ? 'error' : 'info', call: index, tool: tool.slice(0, 100), place };
}

function addIssue(report: ExamplesReport, issue: Issue, most: number): void {
  if (issue.severity === 'error') report.errors++;
  else report.infos++;
  report.counts[issue.code] = (report.counts[issue.code] ?? 0) + 1;
  if (report.issues.length < most) report.issues.push(issue);
}
