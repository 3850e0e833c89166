import type { User } from '@pictoglyph/site/language/records'
import { type ConsoleUnderTest, startConsole } from './console-under-test.ts'
import { createSignedInVisitor, type Visitor } from './visitor.ts'

/** A console, and an operator who is signed in and reads it in Chinese. */
interface ChineseOperator extends AsyncDisposable {
  testConsole: ConsoleUnderTest
  olga: User
  visitor: Visitor
}

export async function openChineseOperator(): Promise<ChineseOperator> {
  const testConsole = await startConsole()
  const olga = await testConsole.addMember('olga', 'admin')
  const visitor = await createSignedInVisitor(testConsole, olga)
  visitor.cookies.set('language', 'zh-CN')
  return { testConsole, olga, visitor, [Symbol.asyncDispose]: () => testConsole[Symbol.asyncDispose]() }
}
