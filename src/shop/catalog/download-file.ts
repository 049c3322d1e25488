const protectedFile = /^downloads\/[\w-]+\/[^/\\]+$/

/** Whether buyers can get this file of a product: a protected file of the shop, or a public https address. */
export function isDownloadFile(file: string): boolean {
  if (protectedFile.test(file)) return true
  const { protocol, hostname, username } = URL.canParse(file)
    ? new URL(file)
    : { protocol: '', hostname: '', username: '' }
  return protocol === 'https:' && username === '' && /^([a-z\d-]+\.)+[a-z][a-z\d-]+$/.test(hostname)
}
