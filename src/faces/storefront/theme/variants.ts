import type { Theme } from './settings.ts'

/* Variants are extra rules in the theme's style sheet, for markup that stays the same. The default look loads none. */

const twoLines = (bar: string) => `
:root:has(${bar}) { --masthead-height: 112px }
${bar} { grid-template-rows: 64px 48px; row-gap: 0 }
${bar} > nav { grid-area: 2 / 1 / 3 / 4; justify-self: center; margin: 0 }
${bar} > nav > ul > li > a { height: 48px }
`

export const headerCss: Readonly<Record<Theme['header'], string>> = {
  standard: '',
  centred: `
@media (min-width: 768px) {
  #masthead > div { display: grid; grid-template-columns: 1fr minmax(0, auto) 1fr }
  #masthead .site-title { grid-column: 2 }
  #masthead > div > :last-child { grid-column: 3; justify-self: end; margin: 0 }
}
@media (min-width: 1024px) {${twoLines('#masthead > :not([data-menu])')}}
@media (min-width: 1280px) {${twoLines('#masthead > [data-menu="wide"]')}}
`,
  compact: `
:root { --masthead-height: 52px }
@media (min-width: 960px) { :root { --masthead-height: 56px } }
#masthead .site-title { font-size: 1.2rem }
#masthead .site-title svg { width: 20px; height: 30px }
`,
}

export const footerCss: Readonly<Record<Theme['footer'], string>> = {
  full: '',
  simple: `
#colophon { padding-top: var(--space-6) }
#colophon > ul, #colophon nav h2:not(:has(a)) { display: none }
#colophon > div { display: flex; flex-flow: row wrap; justify-content: center; margin-top: var(--space-4); padding-top: 0 }
#colophon > div:first-of-type { flex-direction: column; align-items: center; text-align: center }
#colophon > div::before { content: none }
#colophon > div > :has(address) { max-width: none; padding: 0 }
#colophon address, #colophon nav, #colophon nav ul { display: flex; flex-flow: row wrap; align-items: center; justify-content: center; gap: 0 var(--space-5) }
#colophon > div > :has(nav) { display: flex; flex-direction: column; gap: 0 }
#colophon nav h2 { margin: 0 }
`,
}
