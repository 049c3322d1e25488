import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { hrefs } from '../routes.ts'

type ManifestChunk = { file: string; css?: string[]; imports?: string[]; src?: string; isEntry?: boolean }

/** Where the browser finds the built scripts and styles. */
export type Assets = {
  /** Address of the script every page starts with. */
  readonly boot: string
  /** Addresses of the style sheets every shop page starts with. */
  readonly styles: readonly string[]
  /** Address of a built entry by its source path, e.g. `src/admin/client.tsx`. */
  entry(source: string): { script: string; styles: readonly string[] }
  /** Fonts fetched early. */
  readonly fonts: readonly string[]
  /** Markup the development server needs in the head; empty in production. */
  readonly development: string
}

export const BOOT = 'src/web/client/boot.ts'
export const STYLES = 'src/web/client/styles.ts'

/** Reads the manifest that the client build wrote. */
export function builtAssets(clientDir: string): Assets {
  const manifest = JSON.parse(readFileSync(join(clientDir, '.vite/manifest.json'), 'utf8')) as Record<
    string,
    ManifestChunk
  >
  const chunk = (source: string): ManifestChunk => {
    const found = manifest[source]
    if (!found) throw new Error(`The client build has no ${source}; run the build again`)
    return found
  }
  const href = (file: string) => hrefs.asset(file.replace(/^assets\//, ''))
  const entry = (source: string) => ({
    script: href(chunk(source).file),
    styles: (chunk(source).css ?? []).map(href),
  })
  const font = (part: string) => Object.values(manifest).find((item) => item.src?.includes(part))?.file
  return {
    boot: entry(BOOT).script,
    styles: entry(STYLES).styles,
    entry,
    fonts: ['fraunces-latin-wght-normal', 'source-sans-3-latin-wght-normal'].flatMap((part) => {
      const file = font(part)
      return file ? [href(file)] : []
    }),
    development: '',
  }
}

/** Addresses on the development server, which compiles each source as it is asked for. */
export function developmentAssets(): Assets {
  const entry = (source: string) => ({ script: `/${source}`, styles: [] as string[] })
  return {
    boot: entry(BOOT).script,
    styles: [],
    entry,
    fonts: [],
    development: `<script type="module" src="/@vite/client"></script><script type="module" src="/${STYLES}"></script>`,
  }
}
