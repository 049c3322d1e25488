import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { hrefs } from './routes.ts'

type ManifestChunk = { file: string; css?: string[]; imports?: string[]; src?: string; isEntry?: boolean }

/** URLs of built scripts and styles. */
export type Assets = {
  /** URL of the start script of every page. */
  readonly boot: string
  /** URLs of the style sheets of every shop page. */
  readonly styles: readonly string[]
  /** URL of a built entry by its source path, e.g. `src/faces/admin/client.tsx`. */
  entry(source: string): { script: string; styles: readonly string[] }
  /** Preloaded fonts. */
  readonly fonts: readonly string[]
  /** Module code at the start of pages on the development server; empty in production. */
  readonly developmentScript: string
}

export const BOOT = 'src/faces/storefront/client/boot.ts'
export const STYLES = 'src/faces/storefront/client/styles.ts'

/** Reads the manifest of the client build. */
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
  /** Style sheets of a chunk and of its static imports. */
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
    // Only the title font: each further one delays the first paint by 150 ms on a slow connection, and fallback fonts
    // have matching metrics.
    fonts: [font('fraunces-display-latin')].flatMap((file) => (file ? [href(file)] : [])),
    developmentScript: '',
  }
}

/** URLs on the development server, which compiles sources on request. */
export function developmentAssets(): Assets {
  const entry = (source: string) => ({ script: `/${source}`, styles: [] as string[] })
  return {
    boot: entry(BOOT).script,
    styles: [],
    entry,
    fonts: [],
    developmentScript: [
      // Preamble of the React plugin, before any component is loaded.
      "import { injectIntoGlobalHook } from '/@react-refresh'",
      'injectIntoGlobalHook(window)',
      'window.$RefreshReg$ = () => {}',
      'window.$RefreshSig$ = () => (type) => type',
      "import '/@vite/client'",
      `import '/${STYLES}'`,
    ].join('\n'),
  }
}
