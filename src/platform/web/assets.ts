import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { hrefs } from './routes.ts'

type ManifestChunk = { file: string; css?: string[]; imports?: string[]; src?: string; isEntry?: boolean }

/** Where the browser finds the built scripts and styles. */
export type Assets = {
  /** Address of the script every page starts with. */
  readonly boot: string
  /** Addresses of the style sheets every shop page starts with. */
  readonly styles: readonly string[]
  /** Address of a built entry by its source path, e.g. `src/faces/admin/client.tsx`. */
  entry(source: string): { script: string; styles: readonly string[] }
  /** Fonts fetched early. */
  readonly fonts: readonly string[]
  /** Module code that pages begin with on the development server; empty in production. */
  readonly developmentScript: string
}

export const BOOT = 'src/faces/storefront/client/boot.ts'
export const STYLES = 'src/faces/storefront/client/styles.ts'

/** Reads the manifest that the client build wrote. */
export function builtAssets(clientDir: string): Assets {
  const manifest = JSON.parse(readFileSync(join(clientDir, '.vite/manifest.json'), 'utf8')) as Record<
    string,
    ManifestChunk
  >
  const chunk = (source: string): ManifestChunk => {
    const match = manifest[source]
    if (!match) throw new Error(`The client build has no ${source}; run the build again`)
    return match
  }
  const href = (file: string) => hrefs.asset(file.replace(/^assets\//, ''))
  /** Style sheets of a chunk and of everything it imports at once. */
  const stylesOf = (name: string, visited: Set<string>): string[] => {
    if (visited.has(name)) return []
    visited.add(name)
    const { css = [], imports = [] } = chunk(name)
    return [...imports.flatMap((imported) => stylesOf(imported, visited)), ...css.map(href)]
  }
  const entry = (source: string) => ({
    script: href(chunk(source).file),
    styles: [...new Set(stylesOf(source, new Set()))],
  })
  const font = (part: string) => Object.values(manifest).find((item) => item.src?.includes(part))?.file
  return {
    boot: entry(BOOT).script,
    styles: entry(STYLES).styles,
    entry,
    // The titles' face alone: each one more costs the first picture 150 ms on a slow line, and the fallbacks keep its room.
    fonts: [font('fraunces-display-latin')].flatMap((file) => (file ? [href(file)] : [])),
    developmentScript: '',
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
    developmentScript: [
      // What the React plugin needs before the first component is compiled.
      "import { injectIntoGlobalHook } from '/@react-refresh'",
      'injectIntoGlobalHook(window)',
      'window.$RefreshReg$ = () => {}',
      'window.$RefreshSig$ = () => (type) => type',
      "import '/@vite/client'",
      `import '/${STYLES}'`,
    ].join('\n'),
  }
}
