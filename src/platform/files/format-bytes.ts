const KILOBYTE = 1024
const MEGABYTE = KILOBYTE ** 2
const GIGABYTE = KILOBYTE ** 3

/** '96 KB', '4.5 MB', '76.8 GB': in powers of 1024, like the limits of uploads. A file with content has at least 1 KB. */
export function formatBytes(bytes: number): string {
  if (bytes < MEGABYTE) return `${Math.ceil(bytes / KILOBYTE)} KB`
  const [unit, name] = bytes < GIGABYTE ? [MEGABYTE, 'MB'] : [GIGABYTE, 'GB']
  return `${(bytes / unit).toLocaleString('en-CA', { maximumFractionDigits: 1 })} ${name}`
}
