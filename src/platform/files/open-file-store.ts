import type { Env } from '../env.ts'
import { diskStore } from './disk-store.ts'
import type { FileStore } from './file-store.ts'
import { s3Store } from './s3-store.ts'

/** The S3 bucket configured in the environment; null if there is none. */
export function bucketStore(env: Env): FileStore | null {
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_REGION: region } = env
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = env
  if (!endpoint || !bucket || !accessKeyId || !secretAccessKey) return null
  return s3Store({ endpoint, bucket, region, accessKeyId, secretAccessKey, isPathStyle: env.S3_PATH_STYLE === 'on' })
}

export const openFileStore = (env: Env): FileStore => bucketStore(env) ?? diskStore(env.DATA_DIR)
