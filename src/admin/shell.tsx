import { renderToStaticMarkup } from 'react-dom/server'
import { hrefs } from '../routes.ts'
import type { Assets } from '../web/assets.ts'
import { type Person, personAttributes } from './person.ts'

export const ADMIN_CLIENT = 'src/admin/client.tsx'

/**
 * The empty page that the back office starts in. It says who is there and nothing else: what the shop knows is fetched
 * by calls that ask for permission each time.
 */
export function shellHtml(person: Person, assets: Assets): string {
  const { script, styles } = assets.entry(ADMIN_CLIENT)
  return `<!doctype html>${renderToStaticMarkup(
    <html lang="en-CA">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="robots" content="noindex, nofollow" />
        <meta name="color-scheme" content="light dark" />
        <title>Back office</title>
        {assets.fonts.map((font) => (
          <link key={font} rel="preload" as="font" type="font/woff2" href={font} crossOrigin="anonymous" />
        ))}
        {styles.map((href) => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
        <script type="module" src={script} />
      </head>
      <body>
        <div id="admin" {...personAttributes(person)} />
        <noscript>
          <h1>The back office needs JavaScript</h1>
          <p>
            Switch it on for this address and load the page again. The shop itself works without:{' '}
            <a href={hrefs.shop()}>to the shop</a>.
          </p>
        </noscript>
      </body>
    </html>,
  )}`
}
