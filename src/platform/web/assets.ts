import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Manifest, ManifestChunk } from 'vite'
import { hrefs } from './routes.ts'

/** URLs of built scripts and styles. */
export type Assets = {
  /** URL of the start script of every page. */
  readonly boot: string
  /** URLs of the style sheets of every shop page. */
  readonly styles: readonly string[]
  /** URL of a built entry by its source path, e.g. `src/faces/admin/client.tsx`. */
  entry(source: string): { script: string; styles: readonly string[] }
  /** URL of a named chunk; undefined on the development server. */
  chunk(name: string): string | undefined
  /** Preloaded fonts. */
  readonly fonts: readonly string[]
  /** Fonts that the back office preloads as well: it paints text only after its script, so they delay nothing. */
  readonly textFonts: readonly string[]
  /** Module code at the start of pages on the development server; empty in production. */
  readonly developmentScript: string
}

export const BOOT = 'src/faces/storefront/client/boot.ts'
export const STYLES = 'src/faces/storefront/client/styles.ts'

/** Reads the manifest of the client build. */
export function builtAssets(clientDir: string): Assets {
  const manifest = JSON.parse(readFileSync(join(clientDir, '.vite/manifest.json'), 'utf8')) as Manifest
  const chunk = (source: string): ManifestChunk => {
    const match = manifest[source]
    if (!match) throw new Error(`The client build has no ${source}; run the build again`)
    return match
  }
  const href = (file: string) => hrefs.asset(file.replace(/^assets\//, ''))
  /** Style sheets of a chunk and of its static imports. */
  const stylesOf = (name: string, visited = new Set<string>()): string[] => {
    if (visited.has(name)) return []
    visited.add(name)
    const { css = [], imports = [] } = chunk(name)
    return [...imports.flatMap((imported) => stylesOf(imported, visited)), ...css.map(href)]
  }
  const entry = (source: string) => ({
    script: href(chunk(source).file),
    styles: [...new Set(stylesOf(source))],
  })
  const fontsOf = (name: string) =>
    Object.values(manifest).flatMap(({ src, file }) => (src?.includes(name) ? [href(file)] : []))
  return {
    boot: entry(BOOT).script,
    styles: entry(STYLES).styles,
    entry,
    // Only the title font: each further one delays the first paint by 150 ms on a slow connection, and fallback fonts
    // have matching metrics.
    chunk(name) {
      const file = Object.values(manifest).find((one) => one.name === name)?.file
      return file && href(file)
    },
    fonts: fontsOf('fraunces-display-latin'),
    textFonts: fontsOf('source-sans-3-latin-wght-normal'),
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
    chunk: () => undefined,
    fonts: [],
    textFonts: [],
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
