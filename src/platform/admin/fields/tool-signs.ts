/** What the buttons of the toolbar show, by name. */
export const toolSigns = {
  Bold: 'B',
  Italic: 'I',
  Heading: 'H2',
  Subheading: 'H3',
  List: '•',
  'Numbered list': '1.',
  Quotation: '”',
  Link: 'Link',
} as const
