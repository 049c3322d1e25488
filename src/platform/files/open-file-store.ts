import { resolve } from 'node:path'
import type { Env } from '../env.ts'
import { diskStore } from './disk-store.ts'
import type { FileStore } from './file-store.ts'

/** Where this shop's files are. */
export const openFileStore = (env: Pick<Env, 'DATA_DIR'>): FileStore => diskStore(resolve(env.DATA_DIR))
