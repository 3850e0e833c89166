import { Failure } from '@pictoglyph/site/language/failure'

/** A shared limiter works, but has more to decide than it can in time. The request may have been counted. */
export class LimiterBusy extends Failure {
  constructor() {
    super({ code: 'OVERLOADED', retryAfterSeconds: 1 })
  }
}
