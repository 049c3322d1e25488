import type { CSSProperties } from 'react'

/* Email styles: inline, because some clients ignore style sheets; dark mode and narrow screens in a style sheet, by class. */

export const colour = {
  paper: '#FBF8F1',
  sheet: '#FFFFFF',
  mist: '#EEF1EA',
  line: '#D9D2C3',
  ink: '#1D2723',
  soft: '#5A655F',
  leaf: '#2C5A45',
} as const

const serif = "Fraunces, Georgia, 'Times New Roman', serif"
const sans = "'Source Sans 3', 'Segoe UI', Helvetica, Arial, sans-serif"
const rule = `1px solid ${colour.line}`

export const style = {
  body: {
    margin: 0,
    padding: 0,
    width: '100%',
    background: colour.paper,
    color: colour.ink,
    fontFamily: sans,
    fontSize: 16,
    lineHeight: 1.55,
    // Also for what has no spaces: mail programs that do not know `overflow-wrap: anywhere` know this.
    wordBreak: 'break-word',
  },
  wordmark: { color: colour.leaf, fontFamily: serif, fontSize: 26, lineHeight: '36px', textDecoration: 'none' },
  mark: { display: 'inline-block', margin: '0 10px 0 0', border: 0, borderRadius: 8, verticalAlign: 'middle' },
  sheet: { background: colour.sheet, borderRadius: 12, padding: '40px 40px 32px' },
  title: { margin: '0 0 12px', fontFamily: serif, fontWeight: 500, fontSize: 30, lineHeight: '38px' },
  text: { margin: '0 0 16px' },
  quote: { margin: '0 0 24px', padding: '4px 0 4px 16px', borderLeft: `3px solid ${colour.leaf}` },
  buttonCell: { borderRadius: 4, background: colour.leaf },
  button: {
    display: 'inline-block',
    padding: '13px 24px',
    color: '#FFFFFF',
    fontWeight: 600,
    lineHeight: '20px',
    textDecoration: 'none',
  },
  panel: { background: colour.mist, borderRadius: 8, padding: '16px 20px' },
  panelTitle: { margin: '0 0 8px', fontWeight: 600 },
  panelLabel: { padding: '3px 16px 3px 0', color: colour.soft, verticalAlign: 'top', whiteSpace: 'nowrap' },
  panelValue: { padding: '3px 0', fontWeight: 600 },
  picture: { display: 'block', borderRadius: 6, border: 0, objectFit: 'cover', color: colour.soft, fontSize: 10 },
  pictureCell: { width: 72, padding: '12px 0', borderBottom: rule, verticalAlign: 'top' },
  cell: { padding: '12px 0', borderBottom: rule, textAlign: 'left', verticalAlign: 'top' },
  amount: {
    padding: '12px 0 12px 16px',
    borderBottom: rule,
    textAlign: 'right',
    verticalAlign: 'top',
    whiteSpace: 'nowrap',
  },
  sumLabel: { minWidth: 110, padding: '6px 0', textAlign: 'left', fontWeight: 400, verticalAlign: 'top' },
  sumAmount: { padding: '6px 0 6px 16px', textAlign: 'right', whiteSpace: 'nowrap', verticalAlign: 'top' },
  grand: { paddingTop: 12, fontSize: 18, fontWeight: 600 },
  soft: { color: colour.soft },
  small: { color: colour.soft, fontSize: 14, lineHeight: '21px' },
  addressTitle: { margin: '0 0 4px', fontWeight: 600, fontSize: 14 },
  link: { color: colour.leaf },
  links: { margin: '0 0 24px', padding: 0, listStyle: 'none' },
  linkItem: { margin: 0, padding: '6px 0' },
} as const satisfies Record<string, CSSProperties>

export const styleSheet = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (max-width: 480px) {
  .sheet { padding: 28px 20px 24px !important; border-radius: 0 !important; }
  .title { font-size: 26px !important; line-height: 32px !important; }
  .half { display: block !important; width: 100% !important; padding: 0 0 16px !important; }
  .wide { display: block !important; }
  .button { display: block !important; text-align: center !important; }
}
@media (prefers-color-scheme: dark) {
  .paper { background: #161C19 !important; color: #E9E6DC !important; }
  .sheet { background: #1F2723 !important; color: #E9E6DC !important; }
  .panel { background: #29332E !important; }
  .soft { color: #A9B4AD !important; }
  .leaf { color: #A7D3BB !important; }
  .rule { border-color: #3B4741 !important; }
  .fill { background: #A7D3BB !important; }
  .button { color: #14201A !important; }
}
`
