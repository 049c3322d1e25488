/** Times in the shop's time zone, also those of the API. Used by server and browser. */

/** One time zone per process (docs/decisions/time-zone.md). */
export let shopTimeZone = 'America/Toronto'

const createFormats = (timeZone: string) => ({
  /** '2026-11-20 06:49:27', because the Swedish format is close to ISO 8601. */
  clock: new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }),
  day: new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'long' }),
  shortDay: new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'medium' }),
  dayAndTime: new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'medium', timeStyle: 'short' }),
  weekday: new Intl.DateTimeFormat('en-CA', { timeZone, weekday: 'long', month: 'long', day: 'numeric' }),
})

let formats = createFormats(shopTimeZone)

/** Composition calls it with the owner's setting, at start and after each change. */
export function setShopTimeZone(timeZone: string): void {
  if (timeZone === shopTimeZone || !isTimeZone(timeZone)) return
  shopTimeZone = timeZone
  formats = createFormats(timeZone)
}

/** 'Sunday, November 29': the last day of a sale that ends at `end`, the midnight after it. */
export const formatSaleEnd = (end: Date): string => formats.weekday.format(new Date(end.getTime() - 1))

/** 'November 20, 2026'. */
export const formatShopDay = (at: Date): string => formats.day.format(at)

/** 'Nov 20, 2026', for narrow columns. */
export const formatShortDay = (at: Date): string => formats.shortDay.format(at)

/** 'Nov 20, 2026, 6:49 a.m.' */
export const formatShopDateTime = (at: Date): string => formats.dayAndTime.format(at)

/** '2026-11-20T06:49:27': local time of the shop, without offset. */
export const toLocalIso = (at: Date): string => formats.clock.format(at).replace(' ', 'T')

/** '2026-11-20': the shop's day. */
export const shopDayOf = (at: Date): string => toLocalIso(at).slice(0, 10)

/** '2026-11-20T11:49:27': UTC, without offset. */
export const toGmtIso = (at: Date): string => at.toISOString().slice(0, 19)

/** A time in the API's two fields: `date_created` in the shop's time zone and `date_created_gmt` in UTC. */
export const timeFields = <N extends string, T extends Date | null>(name: N, at: T) =>
  ({ [name]: at && toLocalIso(at), [`${name}_gmt`]: at && toGmtIso(at) }) as Record<
    N | `${N}_gmt`,
    T extends Date ? string : null
  >

const ZONE =
  /^(?:UTC|(?:Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Etc|Europe|Indian|Pacific)\/[\w+/-]+)$/

/** Whether it is the IANA name of a time zone. `Intl.supportedValuesOf` has only one name of each, often an old one. */
export function isTimeZone(name: string): boolean {
  try {
    createFormats(name)
    return ZONE.test(name)
  } catch {
    return false
  }
}

const ISO = /^((?!0|1000)\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[+-]\d{2}:?\d{2})?)?$/i

/** The midnight at the end of the shop's day that contains `at`. */
export function endOfShopDay(at: Date): Date {
  const today = new Date(`${shopDayOf(at)}T00:00:00Z`)
  // A module of its own for this number would split the script of the back office's frame.
  const next = new Date(today.getTime() + 86_400_000).toISOString().slice(0, 10)
  return parseShopTime(next) ?? at
}

/** PostgreSQL rejects years of five digits, which 9999-12-31T23:59:59 west of Greenwich would become in UTC. */
const LATEST_MS = Date.UTC(9999, 11, 31, 23, 59, 59)

/** An ISO 8601 date or time of the years 1001 to 9999; without an offset it is local time of the shop. Null if invalid. */
export function parseShopTime(text: string): Date | null {
  const match = ISO.exec(text)
  if (!match) return null
  const [, date = '', time = '00:00:00', offset] = match
  const asUtc = new Date(`${date}T${time}${offset?.toUpperCase() ?? 'Z'}`)
  // JavaScript would parse February 30 as March 2.
  const isDay = Number(date.slice(-2)) === new Date(date).getUTCDate()
  if (!isDay || Number.isNaN(asUtc.getTime())) return null
  if (offset) return new Date(Math.min(asUtc.getTime(), LATEST_MS))
  const local = asUtc.getTime()
  // Looked up again after the first correction, for days on which clocks change. A time that they skip is that much later.
  const offsetAt = (ms: number) => {
    const at = Math.min(ms, LATEST_MS - 86_400_000)
    return Date.parse(`${toLocalIso(new Date(at))}Z`) - Math.floor(at / 1000) * 1000
  }
  const first = local - offsetAt(local)
  const second = local - offsetAt(first)
  const at = second + offsetAt(second) === local ? second : Math.max(first, second)
  return new Date(Math.min(at, LATEST_MS))
}
