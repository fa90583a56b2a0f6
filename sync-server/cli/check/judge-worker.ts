/** A thread of its own for judging: an expression or a schema may never end, and is then ended with it. */
import { parentPort } from 'node:worker_threads';
import { answerQuestion, type JudgeAnswer, type JudgeQuestion } from '#shared/checks/judge-thread.ts';

parentPort?.on('message', (question: JudgeQuestion) => parentPort?.postMessage(answerQuestion(question)));
parentPort?.postMessage({ kind: 'ready' } satisfies JudgeAnswer);
