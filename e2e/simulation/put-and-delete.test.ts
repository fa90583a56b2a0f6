/** Tests what a person puts on a thing while another device deletes that thing: a deletion takes only what was seen. */
import { testPutAndDelete } from './put-and-delete-scene.ts';

testPutAndDelete(['a version', 'a kept run', 'a project']);
