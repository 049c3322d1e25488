import { handle, schedule } from '../../../platform/jobs/jobs.ts'
import type { FormContext } from '../context.ts'
import { removeTransient } from './submissions.store.ts'

export const formJobs = [
  handle(schedule('drop-unkept-messages', '21 4 * * *'), ({ db, now }: FormContext) => removeTransient(db, now())),
]
