import { DAY_MS } from '../../../platform/time/durations.ts'

export const SOON_MS = 2 * DAY_MS

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000

const count = (number: number, unit: string): string => `${number} ${unit}${number === 1 ? '' : 's'}`

/** '5 days and 3 hours', '3 hours', '12 minutes'. */
export function timeLeft(ms: number): string {
  const days = Math.floor(ms / DAY_MS)
  const hours = Math.floor((ms % DAY_MS) / HOUR_MS)
  if (days > 0) return hours > 0 ? `${count(days, 'day')} and ${count(hours, 'hour')}` : count(days, 'day')
  if (hours > 0) return count(hours, 'hour')
  return count(Math.max(Math.floor(ms / MINUTE_MS), 1), 'minute')
}
