import pino, { type DestinationStream, type Logger } from 'pino'
import type { Env } from '../env.ts'
import { describeError } from './log-error.ts'

/** The shop's log: JSON lines without personal data or secrets. */
export const openLog = (env: Pick<Env, 'LOG_LEVEL'>, destination?: DestinationStream): Logger => {
  const options = {
    level: env.LOG_LEVEL,
    base: { pid: process.pid },
    serializers: { err: describeError },
    redact: [
      'req.headers.cookie',
      'req.headers.authorization',
      '*.password',
      '*.secret',
      '*.clientSecret',
      '*.client_secret',
      '*.token',
    ],
  }
  return destination ? pino(options, destination) : pino(options)
}
