import { formatTime } from './format-wire.ts'

/** A `…_gmt` value of the JSON in the shop’s time zone. */
export const Time = ({ gmt }: { gmt: string }) => <time dateTime={`${gmt}Z`}>{formatTime(gmt)}</time>
