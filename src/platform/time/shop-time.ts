/** The wall clock of the shop: what people read, and what the public JSON calls local time. Runs in the browser too. */

export const shopTimeZone = 'America/Toronto'

const clockFormat = new Intl.DateTimeFormat('en-CA', {
  timeZone: shopTimeZone,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
})
const dayFormat = new Intl.DateTimeFormat('en-CA', { timeZone: shopTimeZone, dateStyle: 'long' })
const dayAndTimeFormat = new Intl.DateTimeFormat('en-CA', {
  timeZone: shopTimeZone,
  dateStyle: 'medium',
  timeStyle: 'short',
})

const weekdayFormat = new Intl.DateTimeFormat('en-CA', {
  timeZone: shopTimeZone,
  weekday: 'long',
  month: 'long',
  day: 'numeric',
})

/** 'Sunday, November 29': the last day of a sale that is over at `end`, which is the midnight behind it. */
export const formatSaleEnd = (end: Date): string => weekdayFormat.format(new Date(end.getTime() - 1))

/** 'November 20, 2026'. */
export const formatShopDay = (at: Date): string => dayFormat.format(at)

/** 'Nov 20, 2026, 6:49 a.m.' */
export const formatShopDateTime = (at: Date): string => dayAndTimeFormat.format(at)

/** '2026-11-20T06:49:27': the clock on the shop's wall, without an offset. */
export function toLocalIso(at: Date): string {
  const parts = Object.fromEntries(clockFormat.formatToParts(at).map(({ type, value }) => [type, value]))
  return `${parts.year}-${parts.month}-${parts.day}T${parts.hour}:${parts.minute}:${parts.second}`
}

/** '2026-11-20T11:49:27': the same without an offset, in Greenwich. */
export const toGmtIso = (at: Date): string => at.toISOString().slice(0, 19)

const ISO = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[+-]\d{2}:?\d{2})?)?$/i

/** The midnight behind the shop's day that `at` is in. */
export function endOfShopDay(at: Date): Date {
  const today = new Date(`${toLocalIso(at).slice(0, 10)}T00:00:00Z`)
  const next = new Date(today.getTime() + 86_400_000).toISOString().slice(0, 10)
  return parseShopTime(next) ?? at
}

/** Reads an ISO 8601 date or time; without an offset it is the clock on the shop's wall. Null when it is neither. */
export function parseShopTime(text: string): Date | null {
  const match = ISO.exec(text)
  if (!match) return null
  const [, date, time = '00:00:00', offset] = match
  const asUtc = new Date(`${date}T${time}${offset?.toUpperCase() ?? 'Z'}`)
  if (Number.isNaN(asUtc.getTime())) return null
  if (offset) return asUtc
  // The offset of that hour is found by asking what the wall shows at that hour of Greenwich, twice: once more after
  // the first correction, for the nights when clocks change.
  const offsetAt = (at: Date) => Date.parse(`${toLocalIso(at)}Z`) - Math.floor(at.getTime() / 1000) * 1000
  const first = new Date(asUtc.getTime() - offsetAt(asUtc))
  return new Date(asUtc.getTime() - offsetAt(first))
}
