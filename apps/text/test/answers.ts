/** Any answer's body, as tests read it. */
export interface AnyAnswer {
  ok: boolean
  data: {
    cipher: string
    text: string
    algoType: string
    algoName: string
    algoHint: string
    charsetName: string
    durationMs: number
    needKey: boolean
    resetAt: number
    charsets: { id: string; name: string; c0: string; isDefault: boolean }[]
    algorithms: { id: string; type: string; isDefault: boolean; needKey: boolean }[]
  }
  error: { code: string; message: string }
}

export async function readAnswer(answer: Response): Promise<AnyAnswer> {
  return (await answer.json()) as AnyAnswer
}

/** Status and code of an answer: `200`, or `400 BAD_REQUEST`. */
export async function verdictOf(answer: Response): Promise<string> {
  const { ok, error } = await readAnswer(answer)
  return ok ? String(answer.status) : `${answer.status} ${error.code}`
}
