import { isSameSignature, sign } from '../../platform/web/signature.ts'
import { type FormTag, pipesOf } from './form-tag.ts'

type QuizTag = Pick<FormTag, 'rawValues'>

/** Questions and answers of a quiz; `1+1=?` if it has none. */
const questionsOf = ({ rawValues }: QuizTag) => pipesOf({ rawValues: rawValues.length > 0 ? rawValues : ['1+1=?|2'] })

/** Normalizes an answer: ignores case, character width and separators. */
const canonical = (answer: string): string =>
  answer
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s.,:;'"“”‘’`!?()[\]{}/\\|_*+=&#@~^%$<>–—-]+/g, '')

const answerHashOf = (secret: string, answer: string): string =>
  sign(secret, `quiz|${canonical(answer)}`, 'hex').slice(0, 32)

export function pickQuiz(secret: string, tag: QuizTag): readonly [question: string, answerHash: string] {
  const questions = questionsOf(tag)
  const { shown: question = '', mailed: answer = '' } = questions[Math.floor(Math.random() * questions.length)] ?? {}
  return [question, answerHashOf(secret, answer)]
}

export const isQuizAnswer = (secret: string, tag: QuizTag, answer: string, hash: string): boolean =>
  answer.trim() !== '' &&
  isSameSignature(answerHashOf(secret, answer), hash) &&
  questionsOf(tag).some(({ mailed }) => canonical(mailed) === canonical(answer))
