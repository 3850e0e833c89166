import type { User } from '@pictoglyph/core'
import { type ConsoleUnderTest, startConsole } from './console-under-test.ts'
import { createSignedInVisitor, type Visitor } from './visitor.ts'

/** A console, and an operator who is signed in and reads it in Chinese. */
export interface ChineseOperator extends AsyncDisposable {
  console_: ConsoleUnderTest
  olga: User
  visitor: Visitor
}

export async function openChineseOperator(): Promise<ChineseOperator> {
  const console_ = await startConsole()
  const olga = await console_.addMember('olga', 'admin')
  const visitor = await createSignedInVisitor(console_, olga)
  visitor.cookies.set('language', 'zh-CN')
  return { console_, olga, visitor, [Symbol.asyncDispose]: () => console_[Symbol.asyncDispose]() }
}
