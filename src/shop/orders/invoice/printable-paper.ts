import { create } from 'fontkit'
import type { Paper } from './invoice.ts'
import { regular } from './invoice-fonts.ts'

/** Stands for letters of scripts that the fonts do not have. */
const MISSING = '[…]'
const legend = `${MISSING} stands for letters that cannot be printed here: the order’s page shows them.`

const font = create(regular)

const canPrint = (text: string): boolean =>
  Array.from(text).every((letter) => letter === '\n' || font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0))

/** One letter with its accents: as it is, or else plain, such as a wide digit. NUL stands for one that is missing. */
function printableLetter(letter: string): string {
  if (canPrint(letter)) return letter
  const plain = letter.normalize('NFKD').replaceAll(/\p{M}/gu, '')
  if (canPrint(plain)) return plain
  return /[\p{Extended_Pictographic}\p{Regional_Indicator}\p{Emoji_Modifier}]/u.test(letter) ? '' : '\0'
}

/** Also without what has no shape of its own, such as marks of direction around a pasted telephone number. */
function printableText(text: string): string {
  const shaped = text.replaceAll(/(?!\n)[\p{Cf}\p{Cc}]/gu, '').normalize('NFC')
  if (canPrint(shaped)) return shaped
  const letters = shaped.replaceAll(/\P{M}\p{M}*/gu, printableLetter)
  return (
    letters
      .replaceAll(/\0( *\0)*/g, MISSING)
      .replaceAll(/ +/g, ' ')
      .trim() || MISSING
  )
}

/** The paper in letters that its fonts have, where these would draw boxes; its end says if some are missing. */
export function printable(paper: Paper): Paper {
  const json = JSON.stringify(paper)
  const printed = JSON.parse(json, (_key, value: unknown) =>
    typeof value === 'string' ? printableText(value) : value,
  ) as Paper
  const isComplete = !JSON.stringify(printed).includes(MISSING) || json.includes(MISSING)
  return isComplete ? printed : { ...printed, closing: `${printed.closing}\n${legend}` }
}
