const nameOf = (part: Intl.DateTimeFormatOptions, day: Date): string =>
  new Intl.DateTimeFormat('en-CA', { ...part, timeZone: 'UTC' }).format(day).replace('.', '')
const two = (number: number): string => String(number).padStart(2, '0')
const dayOfYear = (at: Date): number => Math.floor((at.getTime() - Date.UTC(at.getUTCFullYear(), 0, 1)) / 86_400_000)
const daysInMonth = (at: Date): number => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate()

function ordinalEnding(day: number): string {
  if (day > 10 && day < 14) return 'th'
  return ['th', 'st', 'nd', 'rd'][day % 10] ?? 'th'
}

const letters: Readonly<Record<string, (at: Date) => string | number>> = {
  d: (at) => two(at.getUTCDate()),
  j: (at) => at.getUTCDate(),
  S: (at) => ordinalEnding(at.getUTCDate()),
  D: (at) => nameOf({ weekday: 'short' }, at),
  l: (at) => nameOf({ weekday: 'long' }, at),
  N: (at) => at.getUTCDay() || 7,
  w: (at) => at.getUTCDay(),
  z: dayOfYear,
  m: (at) => two(at.getUTCMonth() + 1),
  n: (at) => at.getUTCMonth() + 1,
  M: (at) => nameOf({ month: 'long' }, at).slice(0, 3),
  F: (at) => nameOf({ month: 'long' }, at),
  t: daysInMonth,
  Y: (at) => at.getUTCFullYear(),
  y: (at) => two(at.getUTCFullYear() % 100),
  a: (at) => (at.getUTCHours() < 12 ? 'am' : 'pm'),
  A: (at) => (at.getUTCHours() < 12 ? 'AM' : 'PM'),
  g: (at) => at.getUTCHours() % 12 || 12,
  G: (at) => at.getUTCHours(),
  h: (at) => two(at.getUTCHours() % 12 || 12),
  H: (at) => two(at.getUTCHours()),
  i: (at) => two(at.getUTCMinutes()),
  s: (at) => two(at.getUTCSeconds()),
}

/** Formats a date as PHP does, such as `D, j F Y`; a backslash escapes. `local` is ISO without offset. */
export function formatAsPhp(format: string, local: string): string {
  const at = new Date(`${local}Z`)
  if (Number.isNaN(at.getTime())) return local.slice(0, 10)
  return format.replace(/\\(.)|[a-z]/gi, (letter, kept?: string) =>
    kept === undefined ? String(letters[letter]?.(at) ?? letter) : kept,
  )
}
