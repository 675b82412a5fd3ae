import type { WriteJob } from './indexer/writer-messages.ts';
import type { JobResult, WriteDesk } from './writing/desk.ts';

/** Every change of the notebook that the writer thread makes. The name is the one its `WriteJob` carries. */
export const jobs = {} as Record<string, (desk: WriteDesk, input: never) => JobResult<WriteJob>>;
