import { renderToStaticMarkup } from 'react-dom/server'
import type { Platform } from './context.ts'

type Preview = { readonly html: string; readonly className: string; readonly lang?: string }

/** HTML as a separate page with the shop's styles and no scripts, for a frame of the back office. */
export function previewDocument(
  { assets }: Pick<Platform, 'assets'>,
  { html, className, lang = 'en-CA' }: Preview,
): string {
  const page = (
    <html lang={lang}>
      <head>
        <title>Preview</title>
        {assets.styles.map((href) => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
      </head>
      <body className={className} dangerouslySetInnerHTML={{ __html: html }} />
    </html>
  )
  return `<!doctype html>${renderToStaticMarkup(page)}`
}
